// Asks the lobby for its figures: relative addresses, so that it works under any path and from plain files.

export class Missing extends Error {}
export class Soon extends Error {}

const known = new Map();

/**
 * The JSON at `data/<name>.json`; the same object again while it has not changed.
 * Throws Missing (there is no such thing), Soon (not yet shown), or another error without a connection.
 */
export async function ask(name) {
  const before = known.get(name);
  const headers = before?.tag ? { "If-None-Match": before.tag } : {};
  const answer = await fetch(`data/${name}.json`, { headers, cache: "no-store" });
  if (answer.status === 304 && before) return before.value;
  if (answer.status === 404) throw new Missing(name);
  if (answer.status === 503) throw new Soon(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const value = await answer.json();
  known.set(name, { tag: answer.headers.get("ETag"), value });
  return value;
}
