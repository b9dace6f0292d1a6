/** The text that text operators compare: a string as it is, anything else as compact JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const ASCII_CAPITALS = /[A-Z]+/g;

/** Lower-cases A to Z only; other letters keep their case (the folding of substring operators). */
export function foldAscii(text: string): string {
  return text.replace(ASCII_CAPITALS, lower);
}

function lower(letters: string): string {
  return letters.toLowerCase();
}
