/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the values of one type in a text. Takes linear time. */
export type Detector = (text: string) => readonly Span[];

const WORD = /[0-9A-Za-z]/;

/** Whether a word of the text ends at this index. */
export function isWordEnd(text: string, end: number): boolean {
  return end >= text.length || !WORD.test(text.charAt(end));
}

/** Whether a text has at least this many digits. Most texts do not, so that no pattern needs to be tested. */
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

/** The length of the separator between two groups of a number at this index; 0 if there is none. */
export function separatorAt(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === ' ' || char === '-' || char === '+' || char === '\u00a0') return 1;
  return char === '%' && text.startsWith('%20', at) ? 3 : 0;
}
