import { parseDateText } from '../dates/date-text';
import { DATE_OPERATORS } from './date';
import { compilePattern } from './regex/pattern';

/** Why a filter can match no property. */
export interface UnmatchableFilter {
  readonly code: 'invalid_value' | 'invalid_date';
  /** The value that cannot be read. */
  readonly value: string;
}

const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['regex', 'not_regex']);

/**
 * Checks that evaluation can read the value of a filter, before the filter is stored: at evaluation, a pattern or date
 * that cannot be read matches no property (`docs/wire/flags-evaluation.md#operator-unreadable`). Null for a value
 * that can be read, and for operators that compare neither patterns nor dates.
 */
export function unmatchableFilter(operator: string, value: unknown): UnmatchableFilter | null {
  if (typeof value !== 'string') return null;
  if (PATTERN_OPERATORS.has(operator)) {
    return compilePattern(value) === null ? { code: 'invalid_value', value } : null;
  }
  if (Object.hasOwn(DATE_OPERATORS, operator)) {
    return parseDateText(value) === null ? { code: 'invalid_date', value } : null;
  }
  return null;
}
