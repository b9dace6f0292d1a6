import { isJsonObject } from '../json';

/**
 * The text that text operators compare: a string as it is, anything else as compact JSON with the keys of
 * objects in order, so that it does not matter in which order they were sent or stored.
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : sortedJson(value);
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`);
  return `{${members.join(',')}}`;
}

const ASCII_CAPITALS = /[A-Z]+/g;

/** Lower-cases A to Z only; other letters keep their case (the folding of substring operators). */
export function foldAscii(text: string): string {
  return text.replace(ASCII_CAPITALS, lower);
}

function lower(letters: string): string {
  return letters.toLowerCase();
}
