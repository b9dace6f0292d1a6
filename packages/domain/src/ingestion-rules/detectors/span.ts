/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where in a text values of one kind are. Linear in the length of the text. */
export type Detector = (text: string) => readonly Span[];

const WORD = /[0-9A-Za-z]/;

/** Whether a value that ends here ends with its word. */
export function isWordEnd(text: string, end: number): boolean {
  return end >= text.length || !WORD.test(text.charAt(end));
}

/** Whether a text has so many digits: most have not, and no pattern needs to be tried on them. */
export function hasDigits(text: string, count: number): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 57 || code < 48) continue;
    found += 1;
    if (found >= count) return true;
  }
  return false;
}

/** The longest of what separates the groups of a number at this place. */
export function separatorAt(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === ' ' || char === '-' || char === '+' || char === '\u00a0') return 1;
  return char === '%' && text.startsWith('%20', at) ? 3 : 0;
}
