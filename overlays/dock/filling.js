// Seats that the house plays, at tables that need every seat: who is missing, and filling in by a click.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { allSeats, isFree } from "/static/shared/hands.js";
import { setLabel } from "/static/dock/controls.js";

export class FillingPanel {
  constructor({ controls, texts }) {
    this.controls = controls;
    this.texts = texts;
    this.title = h("h2");
    this.seats = h("div", { class: "filling-seats" });
    this.element = h("section", { class: "filling", "aria-label": texts.get("page.dock.filling"), hidden: true }, this.title, this.seats);
  }

  draw(view) {
    this.element.hidden = !view.table?.house_seats;
    if (this.element.hidden) return;
    const seats = allSeats(view);
    const missing = seats.filter(isFree).length;
    const wanted = view.table.full && missing > 0;
    this.element.classList.toggle("wanted", wanted);
    setText(this.title, wanted ? this.texts.get("page.dock.recruiting", { count: missing }) : this.texts.get("page.dock.filling"));
    const shown = seats.filter((seat) => isFree(seat) || seat.state === "house");
    reconcile(this.seats, shown, (seat) => seat.seat, (seat) => this.#toggle(seat.seat), (button, seat) => {
      const house = seat.state === "house";
      button.dataset.house = String(house);
      button.classList.toggle("warn", house);
      setLabel(button, this.texts.get(house ? "page.dock.house_out" : "page.dock.house_in", { seat: seat.seat }));
    });
    if (shown.length === 0) this.element.hidden = true;
  }

  #toggle(seat) {
    const button = this.controls.button({
      name: `fill ${seat}`,
      act: () => ({ verb: button.dataset.house === "true" ? "kick" : "house", args: [seat] }),
    });
    return button;
  }
}
