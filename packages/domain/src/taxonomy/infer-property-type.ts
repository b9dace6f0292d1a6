import type { PropertyType } from '@tidemark/contracts';
import { looksLikeDate } from './date-text';

/**
 * These properties are always text: their first value often looks like a number or a boolean although later values do
 * not.
 */
const ALWAYS_TEXT =
  /^(?:utm_|\$initial_utm_|\$feature\/|\$survey_response|\$feature_flag_response$)/;

const NAMES_A_TIME = /time|date|[_-]at|createdat|updatedat/;

const HALF_A_YEAR_S = 15_768_000;

const BOOLEAN_TEXTS: ReadonlySet<string> = new Set(['true', 'false', 'TRUE', 'FALSE']);

/**
 * The type of a property, inferred from its first value (`docs/wire/hogql.md#type-inference`; the same rules as
 * PostHog's worker for definitions). Null for null, lists and objects, which have no type. Numbers as text are text.
 * Numbers are times if the name indicates a time and the value can be Unix time (in seconds or a finer unit) of the
 * last half year or later.
 * @param nowMs Unix time in ms
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
