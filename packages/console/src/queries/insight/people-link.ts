import { deflatedText, inflatedText } from '../query-link';
import type { PeopleBehind } from './people-behind';

/** Encodes the people behind a number for the fragment of the URL. */
export function encodePeople(people: PeopleBehind): Promise<string> {
  return deflatedText(JSON.stringify(people));
}

/**
 * Decodes the people behind a number from the fragment of the URL.
 *
 * @throws Error with a message for users if the text is damaged
 */
export async function decodePeople(text: string): Promise<PeopleBehind> {
  let found: unknown;
  try {
    found = JSON.parse(await inflatedText(text));
  } catch (cause) {
    throw new Error('The list of people in the URL is incomplete or damaged.', { cause });
  }
  if (!isPeople(found)) throw new Error('The list of people in the URL contains no people.');
  return found;
}

const COMPARABLE: readonly unknown[] = ['people', 'events', 'share', null];

function isPeople(value: unknown): value is PeopleBehind {
  if (typeof value !== 'object' || value === null) return false;
  const { title, source, where, clicked, comparable, rest } = value as Record<string, unknown>;
  return (
    typeof title === 'string' &&
    typeof clicked === 'number' &&
    COMPARABLE.includes(comparable) &&
    isSource(source) &&
    (where === undefined || typeof where === 'string') &&
    (rest === undefined || isSource(rest))
  );
}

function isSource(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'kind') === 'string'
  );
}
