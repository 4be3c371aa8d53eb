// What the pages say, in the viewers' language. The texts live in data/text/page.<language>.toml.

const LANGUAGES = ["ja", "en"];
const RETRY_MS = 1000;

/** The language asked for in the address, else the browser's own, else English. */
export function chosenLanguage(search = location.search, browser = navigator.language) {
  const asked = new URLSearchParams(search).get("lang");
  if (LANGUAGES.includes(asked)) return asked;
  return String(browser).toLowerCase().startsWith("ja") ? "ja" : "en";
}

/** A loaded catalogue. A missing text shows its code: ugly and findable, but the page goes on. */
export class Texts {
  constructor(language, catalogue) {
    this.language = language;
    this.catalogue = catalogue;
  }

  has(code) {
    return Object.hasOwn(this.catalogue, code);
  }

  /** The text of `code`; `{name}` is filled from `parameters`. */
  get(code, parameters = {}) {
    if (!this.has(code)) return code;
    return this.catalogue[code].replace(/\{(\w+)\}/g, (whole, name) =>
      Object.hasOwn(parameters, name) ? String(parameters[name]) : whole,
    );
  }

  /** The text of `code` where there is one, else `fallback`. */
  or(code, fallback, parameters = {}) {
    return this.has(code) ? this.get(code, parameters) : fallback;
  }

  /** One of a `{ja, en}` pair as the server sends names of tables. */
  pick(pair) {
    if (pair === null || pair === undefined) return "";
    if (typeof pair === "string") return pair;
    return pair[this.language] ?? pair.en ?? pair.ja ?? "";
  }
}

/** Loads the catalogue from `folder`; a server that is just restarting is asked again until it answers. */
export async function loadTexts(language = chosenLanguage(), folder = "/texts") {
  for (;;) {
    try {
      const answer = await fetch(`${folder}/${language}.json`);
      if (answer.ok) {
        document.documentElement.lang = language;
        return new Texts(language, await answer.json());
      }
    } catch {
      // not up yet
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
