import { isDefinable } from './definable-name';

/** Names that the statements of insights use themselves, whatever the query is about. */
const USUAL = ['timestamp', 'event', 'distinct_id', 'person_id', 'uuid', '$session_id'];

/** More than that is not worth asking for ahead. */
const MAX_NAMES = 200;
const MAX_TEXT = 10_000;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Names of the properties that a query can be about, before any statement of it is made: every text in it, and
 * every word of such a text. Mostly more than it will use, and not always all of them. Empty for queries so large
 * that asking ahead would cost more than it saves.
 */
export function probableNames(query: unknown): ReadonlySet<string> {
  const names = new Set(USUAL);
  let length = 0;
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      length += value.length;
      if (length > MAX_TEXT) return;
      for (const name of [value, ...(value.match(WORD) ?? [])]) {
        if (isDefinable(name)) names.add(name);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) visit(inner);
    }
  };
  visit(query);
  return length > MAX_TEXT || names.size > MAX_NAMES ? new Set() : names;
}
