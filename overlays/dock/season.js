// The season: starting one, pausing it, and ending it, which may move everybody's points.

import { h, setText } from "/static/shared/dom.js";
import { setEnabled, setLabel } from "/static/dock/controls.js";

const LONGEST_NAME = 40;

export class SeasonPanel {
  constructor({ controls, texts }) {
    this.controls = controls;
    this.texts = texts;
    this.view = null;
    this.ending = false;
    const get = (key) => texts.get(`page.season.${key}`);

    this.title = h("h2");
    this.about = h("p", { class: "about" });
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.name = h("input", { name: "season-name", "aria-label": get("name"), placeholder: get("name"), autocomplete: "off", maxlength: LONGEST_NAME, required: true });
    this.start = controls.twice({ label: get("start"), sure: get("start_sure"), name: "season start", check: () => this.name.reportValidity(), act: () => this.#start() });
    this.name.addEventListener("input", this.start.disarm);
    this.startHint = h("small");
    this.form = h("form", { class: "extra" }, h("div", { class: "fields" }, this.name, this.start.button), this.startHint);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start.button.click();
    });

    this.pause = controls.button({ label: get("pause"), name: "season pause", act: () => this.#pause() });
    this.end = controls.button({ label: get("end"), class: "warn", name: "season end", act: () => this.#ask(true) });
    this.running = h("div", { class: "row two" }, this.pause, this.end);

    this.sure = h("p");
    this.carry = controls.button({ label: get("end_carry"), name: "season end carry", act: () => this.#end("carry") });
    this.reset = controls.button({ label: get("end_reset"), class: "warn", name: "season end reset", act: () => this.#end("reset") });
    this.letBe = controls.button({ label: get("let_be"), class: "link", name: "season let be", act: () => this.#ask(false) });
    this.asking = h("div", { class: "asking" }, this.sure, this.carry, this.reset, this.letBe);
    this.element = h("section", { class: "season", "aria-label": get("title") }, this.title, this.about, this.form, this.running, this.asking, this.refusal);
  }

  draw(view) {
    const before = this.view;
    this.view = view;
    const { season } = view;
    // What was said about another moment is of no use now.
    if (before?.season?.name !== season?.name || before?.phase !== view.phase) setText(this.refusal, "");
    if (before?.season?.name !== season?.name) {
      this.ending = false;
      this.start.disarm();
      if (season) this.name.value = "";
    }
    this.#show();
  }

  /** A command of the season was refused: the reason stays where the dealer looks. */
  refused(text) {
    setText(this.refusal, text);
  }

  #show() {
    const { texts } = this;
    const { season, season_rules: rules } = this.view;
    const get = (key, parameters) => texts.get(`page.season.${key}`, parameters);
    const on = Boolean(season);
    this.form.hidden = on;
    this.running.hidden = !on || this.ending;
    this.asking.hidden = !on || !this.ending;
    setText(this.title, on ? get("named", { name: season.name }) : get("title"));
    this.about.hidden = !on;
    this.element.classList.toggle("paused", season?.state === "paused");
    if (!on) {
      setText(this.startHint, rules ? get(`begin_${rules.begin}`) : get("rules_unusable"));
      return;
    }
    const since = new Date(season.since * 1000).toLocaleString(texts.language, { month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" });
    setText(this.about, get("about", { state: get(`state_${season.state}`), since, ranking: get(`ranking_${season.ranking}`) }));
    setLabel(this.pause, get(season.state === "paused" ? "resume" : "pause"));
    setText(this.sure, [get("end_what", { name: season.name }), rules ? get(`ranks_${rules.ranks}`) : ""].join(""));
    const usual = (how) => (rules?.end === (how === "carry" ? "carry" : "start") ? get("as_usual") : "");
    setLabel(this.carry, get("end_carry") + usual("carry"));
    setLabel(this.reset, get("end_reset") + usual("reset"));
    for (const button of [this.pause, this.carry, this.reset]) setEnabled(button, true);
  }

  #start() {
    const name = this.name.value.trim();
    return { verb: "season", args: ["start", name], label: this.texts.get("page.season.start_label", { name }) };
  }

  #pause() {
    const what = this.view.season.state === "paused" ? "resume" : "pause";
    return { verb: "season", args: [what], label: this.texts.get(`page.season.${what}`) };
  }

  /** Ends by two presses: the second one says what becomes of the points. */
  #ask(on) {
    const byKey = this.element.contains(document.activeElement);
    this.ending = on;
    this.#show();
    // The second half of a double click must not fall on what has come under the finger.
    for (const button of on ? [this.carry, this.reset] : [this.end]) this.controls.commands.pause(button);
    if (byKey) (on ? this.letBe : this.end).focus();
    return null;
  }

  #end(how) {
    this.ending = false;
    this.#show();
    return { verb: "season", args: ["end", how], label: this.texts.get("page.season.end") };
  }
}
