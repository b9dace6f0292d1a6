import { isDefinable } from './definable-name';

/** Names that the statements of insights use often, the last two those of experiments. */
const USUAL = [
  'timestamp',
  'event',
  'distinct_id',
  'person_id',
  'uuid',
  '$session_id',
  '$feature_flag',
  '$feature_flag_response',
];

/** For more names, reading ahead is not worth its cost. */
const MAX_NAMES = 200;
const MAX_TEXT = 10_000;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Names of the properties that a query may use, before its statements are built: every text in it, and every word of
 * such a text. Usually more than it uses, and not always all of them. Empty for queries so large that reading ahead
 * would cost more than it saves.
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
