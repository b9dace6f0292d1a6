/** A number as it is written out: a spreadsheet reads it as that number and runs nothing. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What makes a spreadsheet run a cell as a formula, in full width too, and what it skips before that. */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * The text of a CSV cell with an apostrophe before what a spreadsheet would run as a formula (OWASP, CSV injection).
 * Plain numbers stay: `-5` is a number, `-5+cmd` is not.
 */
export function escapedFormula(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

/** A cell in quotes where RFC 4180 asks for them. */
export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
