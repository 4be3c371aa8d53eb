// The page's end of the protocol (docs/developers/protocol.md): it reconnects for ever and never sends state.
//
// The server owns the truth. Every frame carries the whole view, so a page that missed something only has to
// draw the view it holds; `animate` says whether the events lead from the picture before to this one.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const OPEN_WITHIN_MS = 6000;

/** The wait before the n-th attempt (from 0): doubled each time, spread so that pages do not come in step. */
export function backOff(attempt, random = Math.random) {
  const base = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return base * (0.5 + random() / 2);
}

/**
 * Fires
 * - `status`: detail "connecting", "online" or "reconnecting";
 * - `frame`: detail `{view, table, tables, events, animate}`; `tables` only where the server sends them;
 * - `message`: detail is any other message.
 */
export class Connection extends EventTarget {
  constructor(page, { search = location.search } = {}) {
    super();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/ws/${page}${search}`;
    this.status = "connecting";
    this.epoch = null;
    this.rev = null;
    this.attempt = 0;
    this.timer = null;
    this.socket = null;
    this.closed = false;
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      // A source that was hidden must not sit out the rest of a long wait once the audience sees it.
      if (document.visibilityState === "visible" && this.timer !== null) this.#connect();
    });
    this.#connect();
    return this;
  }

  get online() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  /** Sends a message if the socket is open; says whether it was. */
  send(message) {
    if (!this.online) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  #connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    // A handshake can hang for minutes (a machine that slept); then a new attempt is better than hope.
    const hanging = setTimeout(() => socket.close(), OPEN_WITHIN_MS);
    socket.addEventListener("open", () => {
      clearTimeout(hanging);
      this.#setStatus("online");
    });
    socket.addEventListener("message", (event) => {
      this.attempt = 0; // only a server that speaks is back, not one that drops us right after the handshake
      this.#receive(event.data);
    });
    socket.addEventListener("close", () => {
      clearTimeout(hanging);
      if (this.socket !== socket || this.closed) return;
      this.#setStatus("reconnecting");
      this.timer = setTimeout(() => this.#connect(), backOff(this.attempt));
      this.attempt += 1;
    });
  }

  #receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      console.warn("not JSON from the server");
      return;
    }
    if (message.type === "state") this.#draw(message, false);
    else if (message.type === "events") this.#draw(message, message.epoch === this.epoch && message.rev === this.rev + 1);
    else {
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
      // A refused command brings the state it was refused in.
      if (message.type === "refused" && message.view) this.#draw({ epoch: this.epoch, ...message }, false);
    }
  }

  #draw({ epoch, rev, view, table, tables, events = [] }, animate) {
    this.epoch = epoch;
    this.rev = rev;
    this.dispatchEvent(new CustomEvent("frame", { detail: { view, table, tables, events, animate } }));
  }

  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }
}

/** A random id. `crypto.randomUUID` is missing where a page is not served from a secure context. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
