import type { PropertyName } from '../draft';
import type { PropertyNames } from '../names/properties';
import type { Prompt } from './prompt';
import { guessedProperty, longestName, unseenProperty, wordsAfter } from './prompt';

export interface Breakdown {
  readonly properties: readonly PropertyName[];
  /** The largest number of values; null if the prompt does not name one. */
  readonly limit: number | null;
}

const BY =
  /\b(?:(?:broken|split|segmented|grouped|divided|bucketed)\s+(?:down\s+|up\s+)?(?:by|per)|by|per|for each|for every|across(?: all)?)\s+(?:the\s+|each\s+|different\s+|user's\s+)?/i;
const AND = /^\s*¦\s*(?:and|,|by)\s+/i;
const TOP =
  /\b(?:top|first|most (?:popular|common|used|visited|viewed|frequent))\s+(?:(\d{1,4})\s+)?/i;
const WHICH = /\b(?:which|what(?: are the)?)\s+(?:are the\s+)?/i;
const MAX_PROPERTIES = 3;
const MAX_LIMIT = 1_000;
const DEFAULT_TOP = 10;

/** Reads the breakdown, such as `by browser and country` or `top 5 pages`. */
export function readBreakdown(
  prompt: Prompt,
  properties: PropertyNames,
  note: (text: string) => void,
): Breakdown {
  const found: PropertyName[] = [];
  let limit: number | null = null;
  const top = TOP.exec(prompt.rest);
  if (top !== null) {
    limit = Math.min(MAX_LIMIT, Math.max(1, Number(top[1] ?? DEFAULT_TOP)));
    const named = longestName(wordsAfter(prompt, TOP) ?? [], (phrase) => properties.find(phrase));
    prompt.takeWith(TOP, named?.words ?? 0);
    if (named !== null) found.push(named.found);
  }
  while (found.length < MAX_PROPERTIES && readBy(prompt, properties, found, note));
  if (found.length === 0) {
    const named = longestName(wordsAfter(prompt, WHICH) ?? [], (phrase) => properties.find(phrase));
    if (named !== null) {
      prompt.takeWith(WHICH, named.words);
      found.push(named.found);
    }
  }
  return { properties: unique(found), limit };
}

function readBy(
  prompt: Prompt,
  properties: PropertyNames,
  found: PropertyName[],
  note: (text: string) => void,
): boolean {
  const words = wordsAfter(prompt, BY);
  if (words === null || words.length === 0) return false;
  const named = longestName(words, (phrase) => properties.find(phrase, 'loose'));
  const property = named?.found ?? guessedProperty(words[0] ?? '');
  if (property !== null) found.push(property);
  if (named === null && property !== null) note(unseenProperty(property));
  prompt.takeWith(BY, named?.words ?? 1);
  // In `by browser and country`, the word after `and` is also a breakdown if it is a property.
  const rest = prompt.rest.slice(prompt.rest.lastIndexOf('¦'));
  const more = AND.exec(rest);
  if (more !== null && found.length < MAX_PROPERTIES) {
    const next = longestName(rest.slice(more[0].length).split(' '), (phrase) =>
      properties.find(phrase),
    );
    if (next !== null) {
      found.push(next.found);
      prompt.takeWith(/(?<=¦\s*)(?:and|,|by)\s+(?=[^¦]*$)/i, next.words);
    }
  }
  return true;
}

function unique(properties: readonly PropertyName[]): readonly PropertyName[] {
  const seen = new Set<string>();
  return properties.filter(({ owner, name }) => {
    const key = `${owner} ${name}`;
    return seen.has(key) ? false : Boolean(seen.add(key));
  });
}
