// The few lines of DOM work every page shares. Text always goes in as text, never as HTML.

/**
 * Makes an element.
 * @param {string} tag
 * @param {Object} props `class`, `text`, `data` (a mapping), `on<event>` listeners; the rest are attributes.
 * @param {...(Node|string|null|undefined)} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "text") element.textContent = value;
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Writes text only where it differs, so that a still picture costs nothing. */
export function setText(element, text) {
  const wanted = text === null || text === undefined ? "" : String(text);
  if (element.textContent !== wanted) element.textContent = wanted;
}

/** Sets or removes an attribute, again only where it differs. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const wanted = value === true ? "" : String(value);
    if (element.getAttribute(name) !== wanted) element.setAttribute(name, wanted);
  }
}

/**
 * Makes the children of `parent` match `items`, keeping the elements whose key stays.
 * @param {Element} parent
 * @param {Array} items
 * @param {(item, index) => (string|number)} keyOf
 * @param {(item) => Element} create
 * @param {(element, item, index) => void} update
 */
export function reconcile(parent, items, keyOf, create, update) {
  const focused = document.activeElement;
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = String(keyOf(item, index));
    let element = old.get(key);
    if (element) old.delete(key);
    else {
      element = create(item);
      element.dataset.key = key;
    }
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
    update(element, item, index);
  });
  for (const element of old.values()) element.remove();
  // An element that is moved loses the focus; whoever pressed a key there wants to press it again.
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}
