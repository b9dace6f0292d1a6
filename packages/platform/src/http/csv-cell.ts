/** A plain number, which a spreadsheet reads as a number and does not execute. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/**
 * Characters that make a spreadsheet execute a cell as a formula, also in full width, and characters that it skips
 * before them.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The text of a CSV cell, with an apostrophe before a text that a spreadsheet would execute as a formula (OWASP, CSV
 * injection). Plain numbers are not changed: `-5` is a number, `-5+cmd` is not.
 */
export function escapedFormula(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** The cell, with quotes if RFC 4180 requires them. */
export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
