/** Elements that can have the focus, without those that only the code or the arrow keys reach. */
const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"], [data-focus-trap], :disabled)';
/** The parts of a page that have a focus of their own. All else belongs to the page. */
const LAYER = '[role="dialog"], [role="menu"]';
/** The elements that take the focus themselves if nothing in them is close to the lost place. */
const FRAME = `main, ${LAYER}`;
/** The time in which a dialog or a form may set the focus by itself. */
const SETTLE_MS = 100;
/** The time for which a disabled control keeps its place: most are enabled again when their request has ended. */
const DISABLED_MS = 500;

/** An element that had the focus, and its neighbours when it was removed. */
interface Place {
  readonly element: HTMLElement;
  parent: Node | null;
  next: Node | null;
  previous: Node | null;
}

/** The last place in the page and in each dialog and menu; the most recent is the last one. */
const places = new Map<Element, Place>();
let usesPointer = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Moves the focus on when the element that has it is removed, disabled or hidden: to the control that takes its place,
 * to the one before it, or to the closest part of the page. Without this, the browser moves it to the body, and the
 * next Tab starts at the top of the page.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) remember(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (target instanceof HTMLElement && relatedTarget === null) setTimeout(forgetLeft, 0, target);
  });
  document.addEventListener('keydown', () => (usesPointer = false), { capture: true });
  document.addEventListener('pointerdown', () => (usesPointer = true), { capture: true });
  new MutationObserver((records) => {
    for (const record of records) if (record.removedNodes.length > 0) noteRemoval(record);
    if (document.activeElement === document.body && places.size > 0) {
      timer ??= setTimeout(restore, SETTLE_MS);
    }
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  });
}

function remember(element: HTMLElement): void {
  const layer = element.closest(LAYER) ?? document.body;
  places.delete(layer);
  places.set(layer, { element, parent: null, next: null, previous: null });
}

/** Forgets the place that the user has left on purpose, for example by a click on the background. */
function forgetLeft(element: HTMLElement): void {
  if (document.activeElement === document.body && isUsable(element)) places.clear();
}

function noteRemoval({ target, removedNodes, nextSibling, previousSibling }: MutationRecord): void {
  for (const place of places.values()) {
    const from = place.parent ?? place.element;
    if (!from.isConnected && [...removedNodes].some((node) => node.contains(from))) {
      place.parent = target;
      place.next = nextSibling;
      place.previous = previousSibling;
    }
  }
}

function restore(): void {
  timer = undefined;
  if (document.activeElement !== document.body) return;
  const [latest] = [...places.values()].slice(-1);
  if (latest?.element.matches(':disabled') === true && latest.element.isConnected) {
    timer = setTimeout(() => {
      timer = undefined;
      moveOn();
    }, DISABLED_MS);
    return;
  }
  moveOn();
}

function moveOn(): void {
  if (document.activeElement !== document.body) return;
  for (const place of [...places.values()].toReversed()) {
    const target = targetOf(place);
    if (target === null) continue;
    target.focus({ preventScroll: target.matches(FRAME) });
    if (document.activeElement === target) return;
  }
}

/** The element that gets the focus instead of a lost one; null if the dialog of the place is gone. */
function targetOf(place: Place): HTMLElement | null {
  const { element } = place;
  if (isUsable(element)) return element;
  const parent = place.parent ?? element.parentElement;
  if (!(parent instanceof Element) || !parent.isConnected) return null;
  for (let frame: Element | null = parent; frame !== null; frame = frame.parentElement) {
    if (frame === document.body) return null;
    // Another screen or page has replaced the previous one, so the user begins at its top.
    const page = frame.matches('main') ? frame : frame.querySelector('main');
    if (page instanceof HTMLElement) return page;
    const found = frame === parent ? besides(place) : null;
    if (found !== null) return found;
    if (frame instanceof HTMLElement && frame.matches(FRAME)) return frame;
    const inside = firstIn(frame);
    if (inside !== null) return inside;
  }
  return null;
}

/** The control after a lost one, or the one before it. */
function besides({ element, parent, next, previous }: Place): HTMLElement | null {
  const isRemoved = parent !== null;
  return (
    firstFrom(isRemoved ? next : element.nextSibling, 'nextSibling') ??
    firstFrom(isRemoved ? previous : element.previousSibling, 'previousSibling')
  );
}

/** The first control in a node or in those that follow in the direction. */
function firstFrom(
  start: Node | null,
  direction: 'nextSibling' | 'previousSibling',
): HTMLElement | null {
  if (start?.isConnected !== true) return null;
  for (let node: Node | null = start; node !== null; node = node[direction]) {
    const found = node instanceof Element ? firstIn(node) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The first control in an element, or the element itself. */
function firstIn(container: Element): HTMLElement | null {
  for (const element of [container, ...container.querySelectorAll(FOCUSABLE)]) {
    if (!(element instanceof HTMLElement) || !element.matches(FOCUSABLE)) continue;
    // On a touch screen, the focus of a text field would open the keyboard.
    if (usesPointer && element.matches('input, textarea')) continue;
    if (isUsable(element)) return element;
  }
  return null;
}

function isUsable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
