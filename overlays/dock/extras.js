// What is needed now and then: gifts, seating someone, a new shoe, cards by hand, wheels.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";
import { allSeats } from "/static/shared/hands.js";
import { betsOf, gamesOf, isUnseated } from "/static/shared/play.js";
import { setEnabled, setLabel } from "/static/dock/controls.js";

const WHEEL_GAMES = new Set(["roulette", "slots"]);
const SPINS = new Set(["spin", "reels"]);

export class Extras {
  constructor({ controls, texts, openTables }) {
    this.texts = texts;
    this.view = null;
    const get = (key) => texts.get(`page.dock.${key}`);
    const field = (name, label, more = {}) => h("input", { name, "aria-label": label, placeholder: label, autocomplete: "off", ...more });

    this.names = h("datalist", { id: "names" });
    this.giveName = field("name", get("name"), { list: "names", required: true });
    this.giveAmount = field("amount", get("amount"), { inputmode: "decimal", required: true });
    this.giveReason = field("reason", get("reason"));
    this.give = controls.button({ label: get("give"), name: "give", act: () => this.#give() });
    this.seatName = field("seat-name", get("name"), { list: "names", required: true });
    this.seatNumber = h("select", { "aria-label": get("seat_number") });
    this.seat = controls.button({ label: get("seat"), name: "seat", act: () => this.#seat() });
    this.shuffle = controls.button({ label: get("shuffle"), key: "F", name: "shuffle", act: () => ({ verb: "shuffle" }) });
    this.source = controls.button({ name: "source", act: () => ({ verb: "source", args: [this.#byHand() ? "shoe" : "hand"] }) });
    this.spin = controls.button({ label: get("spin"), name: "spin", act: () => ({ verb: "spin", expect: { phase: this.view.phase } }) });
    this.banName = field("ban-name", get("name"), { list: "names", required: true });
    this.ban = controls.button({ label: get("ban"), class: "warn", name: "ban name", act: () => this.#ban() });
    this.game = h("select", { "aria-label": get("game_title"), name: "game" });
    this.chooseGame = controls.button({ label: get("game"), name: "game", act: () => this.#chooseGame() });
    this.calibrate = controls.button({ key: "C", name: "calibrate", act: () => ({ verb: "calibrate" }) });
    this.delays = h("p", { class: "delays", role: "status" });
    const form = (name, legend, button, ...fields) => {
      const made = h("form", { class: `extra ${name}` }, h("h2", { text: legend }), h("div", { class: "fields" }, ...fields, button));
      made.addEventListener("submit", (event) => {
        event.preventDefault();
        button.click();
      });
      return made;
    };
    this.placing = form("placing", get("seat_title"), this.seat, this.seatName, this.seatNumber);
    this.element = h(
      "details",
      { class: "extras" },
      h("summary", { text: get("more") }),
      form("giving", get("give_title"), this.give, this.giveName, this.giveAmount, this.giveReason),
      this.placing,
      form("banning", get("ban_title"), this.ban, this.banName),
      form("gaming", get("game_title"), this.chooseGame, this.game),
      openTables.element,
      h("div", { class: "row three" }, this.shuffle, this.source, this.calibrate, this.spin),
      this.delays,
      h("a", { class: "link", href: `/setup${location.search}`, target: "_blank", text: texts.get("setup.open") }),
      this.names,
    );
    this.element.open = matchMedia("(min-width: 760px)").matches;
  }

  draw(view) {
    this.view = view;
    const seats = allSeats(view);
    reconcile(this.seatNumber, seats, (seat) => seat.seat, () => h("option"), (option, seat) => {
      option.value = String(seat.seat);
      option.textContent = this.texts.get("page.dock.seat_option", { seat: seat.seat });
    });
    this.placing.hidden = isUnseated(view);
    const playing = [...betsOf(view), ...gamesOf(view)].map((one) => one.player.name);
    const people = [...playing, ...seats.map((seat) => seat.player?.name), ...(view.queue ?? []).map((one) => one.name), ...(view.ranking ?? []).map((one) => one.name)];
    reconcile(this.names, [...new Set(people.filter(Boolean))], (name) => name, () => h("option"), (option, name) => (option.value = name));
    setLabel(this.source, this.texts.get(this.#byHand() ? "page.dock.source_hand" : "page.dock.source_shoe"));
    setAttribute(this.source, "aria-pressed", String(this.#byHand()));
    this.spin.hidden = !WHEEL_GAMES.has(view.table?.game);
    setEnabled(this.spin, view.next?.verb === "spin" || SPINS.has(view.awaiting?.what));
    this.#drawGames(view);
    this.#drawDelays(view);
    setEnabled(this.shuffle, view.shoe?.source === "shoe");
  }

  #drawGames(view) {
    const games = view.games ?? [];
    const chosen = this.game.value;
    reconcile(this.game, games, (one) => one.id, () => h("option"), (option, one) => {
      option.value = one.id;
      option.textContent = this.texts.pick(one.name);
    });
    // What the dealer has just picked in the list stays picked; else the list shows what is played.
    if (this.played !== view.game || !chosen) this.game.value = view.game;
    this.played = view.game;
    const between = ["idle", "settled"].includes(view.phase);
    setEnabled(this.chooseGame, between && games.length > 1);
    setAttribute(this.chooseGame, "title", between ? null : this.texts.get("page.dock.game_later"));
  }

  #drawDelays(view) {
    const { texts } = this;
    setLabel(this.calibrate, view.calibrate ? texts.get("page.dock.calibrate_stop", { code: view.calibrate }) : texts.get("page.dock.calibrate"));
    setAttribute(this.calibrate, "aria-pressed", String(Boolean(view.calibrate)));
    this.calibrate.classList.toggle("armed", Boolean(view.calibrate));
    const measured = Object.entries(view.delays ?? {}).map(([platform, seconds]) => texts.get("page.dock.delay", { platform, seconds }));
    const all = measured.join(texts.get("page.overlay.list_mark"));
    setText(this.delays, all ? texts.get("page.dock.delays", { all }) : view.calibrate ? texts.get("page.dock.delays_none") : "");
    this.delays.hidden = this.delays.textContent === "";
  }

  #ban() {
    if (!this.banName.reportValidity()) return null;
    const name = this.banName.value.trim();
    this.banName.value = "";
    return { verb: "ban", args: [name], label: this.texts.get("page.dock.ban_label", { name }) };
  }

  #chooseGame() {
    const name = this.game.selectedOptions[0]?.textContent ?? this.game.value;
    return { verb: "game", args: [this.game.value], expect: { phase: this.view.phase }, label: this.texts.get("page.dock.game_label", { name }) };
  }

  #byHand() {
    return this.view?.shoe?.source !== "shoe";
  }

  #give() {
    const name = this.giveName.value.trim();
    const amount = this.giveAmount.value.normalize("NFKC").replace(/[,\s]/g, "");
    if (!this.giveName.reportValidity() || !this.giveAmount.reportValidity()) return null;
    if (!/^\d+(\.\d{1,2})?$/.test(amount)) {
      this.giveAmount.setCustomValidity(this.texts.get("page.dock.bad_amount"));
      this.giveAmount.reportValidity();
      this.giveAmount.addEventListener("input", () => this.giveAmount.setCustomValidity(""), { once: true });
      return null;
    }
    const reason = this.giveReason.value.trim();
    this.giveAmount.value = "";
    this.giveReason.value = "";
    const label = this.texts.get("page.dock.give_label", { name, amount });
    return { verb: "give", args: [name, amount, ...(reason ? [reason] : [])], label };
  }

  #seat() {
    if (!this.seatName.reportValidity()) return null;
    const name = this.seatName.value.trim();
    const seat = Number(this.seatNumber.value);
    this.seatName.value = "";
    return { verb: "seat", args: [name, seat], label: this.texts.get("page.dock.seat_label", { name, seat }) };
  }
}
