import type { PropertyType } from '@tidemark/contracts';
import { looksLikeDate } from './date-text';

/** Their first value often looks like a number or a boolean although later ones are neither. */
const ALWAYS_TEXT =
  /^(?:utm_|\$initial_utm_|\$feature\/|\$survey_response|\$feature_flag_response$)/;

const NAMES_A_TIME = /time|date|[_-]at|createdat|updatedat/;

const HALF_A_YEAR_S = 15_768_000;

const BOOLEAN_TEXTS: ReadonlySet<string> = new Set(['true', 'false', 'TRUE', 'FALSE']);

/**
 * The type a property gets from the first value seen (`docs/wire/hogql.md#type-inference`; the same table as the
 * original's definitions worker). Null for what has none: null, lists and objects. Numbers in text stay
 * text; numbers under a name that speaks of time are times when they could be Unix seconds (or finer)
 * of the last half year or later.
 *
 * @param nowMs Unix milliseconds
 */
export function inferPropertyType(
  name: string,
  value: unknown,
  nowMs: number,
): PropertyType | null {
  if (value === null) return null;
  const key = name.toLowerCase();
  if (ALWAYS_TEXT.test(key)) return 'String';
  switch (typeof value) {
    case 'boolean':
      return 'Boolean';
    case 'number':
      return NAMES_A_TIME.test(key) && isRecentUnixTime(value, nowMs) ? 'DateTime' : 'Numeric';
    case 'string': {
      const text = value.trim();
      if (BOOLEAN_TEXTS.has(text)) return 'Boolean';
      return looksLikeDate(text) ? 'DateTime' : 'String';
    }
    default:
      return null;
  }
}

function isRecentUnixTime(value: number, nowMs: number): boolean {
  return Number.isInteger(value) && value >= Math.floor(nowMs / 1_000) - HALF_A_YEAR_S;
}
