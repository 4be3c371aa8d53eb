// The set-up page of Twitch: three steps and how the connection is doing. The server holds everything; the page
// asks it every two seconds and redraws only what has changed, so that nothing being typed is lost.

import { h, reconcile, setText } from "/static/shared/dom.js";
import { loadTexts } from "/static/shared/texts.js";

const EVERY_MS = 2000;
const CONSOLE = "https://dev.twitch.tv/console/apps/create";
const ORDER = ["application", "names", "authorise", "connecting", "live"];

class Server {
  constructor() {
    const query = new URLSearchParams(location.search);
    this.url = `/api/setup/twitch?lang=${query.get("lang") ?? ""}`;
    this.headers = { Authorization: `Bearer ${query.get("token") ?? ""}` };
  }

  status() {
    return this.#answer(fetch(this.url, { headers: this.headers }));
  }

  act(wish) {
    return this.#answer(fetch(this.url, { method: "POST", headers: { ...this.headers, "Content-Type": "application/json" }, body: JSON.stringify(wish) }));
  }

  async #answer(request) {
    const answer = await request;
    const body = await answer.json();
    if (!answer.ok) throw new Error(body.text);
    return body;
  }
}

/** A line that can be copied by a click. */
function copyable(texts, code) {
  const button = h("button", {
    type: "button",
    text: texts.get("setup.copy"),
    onclick: async () => {
      await navigator.clipboard.writeText(code.textContent);
      setText(button, texts.get("setup.copied"));
      setTimeout(() => setText(button, texts.get("setup.copy")), 2000);
    },
  });
  return h("div", { class: "copy" }, code, button);
}

/** One step: a heading, its content, and what went wrong in it last. */
class Step {
  constructor(texts, server, name, show) {
    Object.assign(this, { texts, server, name, show });
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    this.element = h("section", { class: "step" }, h("h2", { text: texts.get(`setup.${name}`) }));
  }

  /** Carries out a wish; what goes wrong is said here, and the answer is drawn. */
  async act(wish, button) {
    button.disabled = true;
    this.error.hidden = true;
    try {
      const answer = await this.server.act(wish);
      this.show(answer);
      return answer;
    } catch (error) {
      setText(this.error, error.message);
      this.error.hidden = false;
      return null;
    } finally {
      button.disabled = false;
    }
  }

  place(state) {
    const mine = ORDER.indexOf(this.name), now = ORDER.indexOf(state);
    this.element.classList.toggle("now", mine === now);
    this.element.classList.toggle("waiting", mine > now);
  }
}

class Application extends Step {
  constructor(texts, server, show) {
    super(texts, server, "application", show);
    this.redirect = h("code");
    this.id = h("input", { name: "client_id", autocomplete: "off", spellcheck: "false", required: true });
    this.secret = h("input", { name: "client_secret", type: "password", autocomplete: "off", required: true });
    this.save = h("button", { class: "go", text: texts.get("setup.save") });
    this.fixed = h("p", { class: "hint", text: texts.get("setup.from_settings"), hidden: true });
    const line = (code, ...more) => h("li", { text: texts.get(`setup.${code}`) }, ...more);
    this.element.append(
      h("ol", {},
        line("application_console", h("br"), h("a", { class: "button", href: CONSOLE, target: "_blank", rel: "noreferrer", text: texts.get("setup.application_open") })),
        line("application_name"),
        line("application_redirect", copyable(texts, this.redirect)),
        line("application_kind"),
        line("application_keys")),
      h("form", { onsubmit: (event) => this.submit(event) },
        h("label", { text: texts.get("setup.client_id") }, this.id),
        h("label", { text: texts.get("setup.client_secret") }, this.secret),
        this.save),
      this.fixed, this.error);
  }

  async submit(event) {
    event.preventDefault();
    if (await this.act({ do: "application", client_id: this.id.value, client_secret: this.secret.value }, this.save)) this.secret.value = "";
  }

  draw(status) {
    this.place(status.state);
    setText(this.redirect, status.redirect);
    if (!this.id.value) this.id.value = status.client_id;
    this.secret.placeholder = status.application ? this.texts.get("setup.secret_kept") : "";
    this.fixed.hidden = !status.settings.application;
    for (const field of [this.id, this.secret]) field.disabled = status.settings.application;
    this.save.hidden = status.settings.application;
  }
}

class Names extends Step {
  constructor(texts, server, show) {
    super(texts, server, "names", show);
    this.channels = h("input", { name: "channels", autocomplete: "off", spellcheck: "false", required: true });
    this.bot = h("input", { name: "bot", autocomplete: "off", spellcheck: "false" });
    this.save = h("button", { class: "go", text: texts.get("setup.save") });
    this.fixed = h("p", { class: "hint", text: texts.get("setup.from_settings"), hidden: true });
    this.element.append(
      h("form", { onsubmit: (event) => this.submit(event) },
        h("label", { text: texts.get("setup.names_channels") }, this.channels),
        h("label", { text: texts.get("setup.names_bot") }, this.bot),
        h("p", { class: "hint", text: texts.get("setup.names_bot_hint") }),
        this.save),
      this.fixed, this.error);
  }

  async submit(event) {
    event.preventDefault();
    await this.act({ do: "names", channels: this.channels.value.split(/[,、，]/), bot: this.bot.value }, this.save);
  }

  draw(status) {
    this.place(status.state);
    const fixed = status.settings.names;
    if (!this.channels.value) this.channels.value = status.channels.map((one) => one.login).join(", ");
    if (!this.bot.value && status.bot && !status.channels.some((one) => one.id === status.bot.id)) this.bot.value = status.bot.login;
    this.fixed.hidden = !fixed;
    for (const field of [this.channels, this.bot]) field.disabled = fixed;
    this.save.hidden = fixed;
    this.save.disabled = !status.application;
  }
}

class Authorise extends Step {
  constructor(texts, server, show) {
    super(texts, server, "authorise", show);
    this.links = new Map();
    this.list = h("div");
    this.element.append(this.list, h("p", { class: "hint", text: texts.get("setup.authorise_optional") }), this.error);
  }

  /** The link is shown too: a dock in OBS may open no window, and another account may want another browser. */
  async go(id, button) {
    const page = window.open("about:blank", "_blank");
    const answer = await this.act({ do: "authorise", account: id }, button);
    if (answer) {
      this.links.set(id, answer.url);
      if (page) page.location.replace(answer.url);
      this.show(answer);
    } else page?.close();
  }

  create() {
    const { texts } = this;
    const element = h("div", { class: "account" });
    const part = (tag, props) => element.appendChild(h(tag, props));
    const who = part("div", { class: "who" });
    element.parts = { name: who.appendChild(h("b")), role: who.appendChild(h("span", { class: "hint" })) };
    element.parts.state = part("span", { class: "pill" });
    element.parts.go = part("button", { type: "button" });
    element.parts.forget = part("button", { type: "button", class: "quiet", text: texts.get("setup.forget") });
    element.parts.code = h("code");
    element.parts.link = element.appendChild(h("div", { class: "link", hidden: true }, h("span", { class: "hint", text: texts.get("setup.authorise_link") }), copyable(texts, element.parts.code)));
    return element;
  }

  update(element, one) {
    const { texts } = this;
    const { name, role, state, go, forget, link, code } = element.parts;
    setText(name, `${one.name}（${one.login}）`);
    setText(role, ` ${texts.get(`setup.authorise_${one.role}`)}`);
    setText(state, texts.get(one.authorised ? "setup.done" : one.role === "channel" ? "setup.optional" : "setup.needed"));
    state.classList.toggle("good", one.authorised);
    setText(go, texts.get(one.authorised ? "setup.authorise_again" : "setup.authorise_go"));
    go.classList.toggle("go", !one.authorised && one.role !== "channel");
    go.onclick = () => this.go(one.id, go);
    forget.hidden = !one.authorised;
    forget.onclick = () => this.act({ do: "forget", account: one.id }, forget);
    if (one.authorised && !element.authorised) this.links.delete(one.id);
    element.authorised = one.authorised;
    link.hidden = !this.links.has(one.id);
    setText(code, this.links.get(one.id) ?? "");
  }

  draw(status) {
    this.place(status.state);
    const { bot, channels } = status;
    const accounts = channels.map((one) => ({ ...one, role: bot?.id === one.id ? "both" : "channel" }));
    if (bot && !accounts.some((one) => one.role === "both")) accounts.unshift({ ...bot, role: "bot" });
    reconcile(this.list, accounts, (one) => one.id, () => this.create(), (element, one) => this.update(element, one));
  }
}

class Connection {
  constructor(texts) {
    this.texts = texts;
    this.channels = h("div");
    this.trouble = h("p", { class: "warning" });
    this.refused = h("p", { class: "hint" });
    this.mod = h("p", { class: "hint" });
    this.element = h("section", { class: "step" }, h("h2", { text: texts.get("setup.connection") }), this.channels, this.trouble, this.refused, this.mod);
  }

  why(code) {
    const known = code.startsWith("closed_") ? "closed" : code;
    return this.texts.or(`setup.why.${known}`, this.texts.or(`setup.error.${known}`, this.texts.get("setup.why.other", { code })));
  }

  draw(status) {
    const { texts } = this;
    this.element.classList.toggle("waiting", ORDER.indexOf(status.state) < ORDER.indexOf("connecting"));
    reconcile(this.channels, status.channels, (one) => one.id,
      () => h("div", { class: "account" }, h("b"), h("span", { class: "pill" }), h("span", { class: "hint" })),
      (element, one) => {
        const [name, pill, mod] = element.children;
        setText(name, one.name);
        setText(pill, texts.get(one.heard ? "setup.heard" : "setup.not_heard"));
        pill.classList.toggle("good", one.heard);
        setText(mod, one.moderated ? texts.get("setup.moderated") : "");
      });
    this.trouble.hidden = !status.trouble;
    setText(this.trouble, status.trouble ? texts.get("setup.trouble", { why: this.why(status.trouble) }) : "");
    this.refused.hidden = !status.refused && !status.waiting;
    setText(this.refused, [
      status.waiting ? texts.get("setup.waiting", { count: status.waiting }) : "",
      status.refused ? texts.get("setup.last_refused", { why: this.why(status.refused) }) : "",
    ].filter(Boolean).join(" "));
    const alone = status.bot && !status.channels.some((one) => one.id === status.bot.id);
    this.mod.hidden = !alone || status.channels.every((one) => one.moderated);
    setText(this.mod, alone ? texts.get("setup.moderate", { login: status.bot.login }) : "");
  }
}

async function main() {
  const texts = await loadTexts();
  document.title = texts.get("setup.title");
  const server = new Server();
  const pill = h("span", { class: "pill", role: "status" });
  const lost = h("p", { class: "error", role: "alert", hidden: true });
  const show = (status) => {
    setText(pill, texts.get(`setup.state_${status.state}`));
    pill.classList.toggle("good", status.state === "live");
    for (const part of parts) part.draw(status);
  };
  const parts = [new Application(texts, server, show), new Names(texts, server, show), new Authorise(texts, server, show), new Connection(texts)];
  document.getElementById("setup").append(
    h("div", { class: "head" }, h("h1", { text: texts.get("setup.title") }), pill),
    h("p", { text: texts.get("setup.intro") }),
    h("p", { class: "warning", text: texts.get("setup.secret_warning") }),
    lost,
    ...parts.map((part) => part.element));
  for (;;) {
    try {
      show(await server.status());
      lost.hidden = true;
    } catch (error) {
      setText(lost, error.message);
      lost.hidden = false;
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

main();
