// Who is whom: requests to link two accounts, links, the ignored, and taking somebody's data out.

import { h, reconcile, setAttribute, setText } from "/static/shared/dom.js";

export class IdentityPanel {
  constructor({ controls, texts }) {
    this.controls = controls;
    this.texts = texts;
    const get = (key) => texts.get(`page.identity.${key}`);
    const list = (key) => h("ul", { class: "people", "aria-label": get(key) });
    this.requestsTitle = h("h2", { text: get("requests") });
    this.requests = list("requests");
    this.linksTitle = h("h2", { text: get("links") });
    this.links = list("links");
    this.ignoredTitle = h("h2", { text: get("ignored") });
    this.ignored = list("ignored");
    this.name = h("input", { name: "identity-name", "aria-label": get("name"), placeholder: get("name"), autocomplete: "off", list: "names", required: true });
    this.ignore = controls.button({ label: get("ignore"), class: "warn", name: "ignore", act: () => this.#named("ignore") });
    const named = () => this.name.reportValidity();
    this.forget = controls.twice({ label: get("forget"), sure: get("forget_sure"), check: named, class: "warn", name: "forget", act: () => this.#named("forget") });
    this.name.addEventListener("input", this.forget.disarm);
    const form = h("form", { class: "extra knowing" }, h("div", { class: "fields" }, this.name, this.ignore, this.forget.button));
    form.addEventListener("submit", (event) => event.preventDefault());
    this.more = h("details", {}, h("summary", { text: get("title") }), this.linksTitle, this.links, this.ignoredTitle, this.ignored, form, h("small", { text: get("forget_hint") }));
    this.element = h("section", { class: "identity", "aria-label": get("title") }, this.requestsTitle, this.requests, this.more);
  }

  draw(view) {
    const { requests = [], links = [], ignored = [] } = view.identity ?? {};
    this.requestsTitle.hidden = this.requests.hidden = requests.length === 0;
    this.linksTitle.hidden = this.links.hidden = links.length === 0;
    this.ignoredTitle.hidden = this.ignored.hidden = ignored.length === 0;
    const { texts } = this;
    reconcile(this.requests, requests, (one) => one.number, (one) => this.#asking(one), (row, one) =>
      setText(row.children[0], texts.get("page.identity.request", { name: one.name, platform: one.platform, short: one.short, first: one.first.name })));
    reconcile(this.links, links, (one) => `${one.platform} ${one.user_id}`, (one) => this.#linked(one), (row, one) =>
      setText(row.children[0], texts.get("page.identity.link", { name: one.name, platform: one.platform, first: one.first.name })));
    reconcile(this.ignored, ignored, (one) => `${one.platform} ${one.user_id}`, (one) => this.#kept(one), (row, one) =>
      setText(row.children[0], texts.get("page.identity.silent", { name: one.name, platform: one.platform })));
  }

  #button(key, one, verb, args, more = {}) {
    const label = this.texts.get(`page.identity.${key}_label`, { name: one.name });
    const button = this.controls.button({ label: this.texts.get(`page.identity.${key}`), name: `${key} ${one.name}`, act: () => ({ verb, args, label }), ...more });
    setAttribute(button, "aria-label", label);
    return button;
  }

  #asking(one) {
    return h("li", {}, h("b"), this.#button("approve", one, "link", ["approve", one.number]), this.#button("refuse", one, "link", ["refuse", one.number], { class: "warn" }));
  }

  #linked(one) {
    const user = [one.platform, one.user_id];
    return h("li", {}, h("b"), this.#button("unlink", one, "unlink", user), this.#button("unlink_back", one, "unlink", [...user, "back"], { class: "warn" }));
  }

  #kept(one) {
    return h("li", {}, h("b"), this.#button("unignore", one, "unignore", [one.platform, one.user_id]));
  }

  #named(verb) {
    if (!this.name.reportValidity()) return null;
    const name = this.name.value.trim();
    this.name.value = "";
    return { verb, args: [name], label: this.texts.get(`page.identity.${verb}_label`, { name }) };
  }
}
