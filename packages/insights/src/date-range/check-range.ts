import type { InsightContext } from '../insight/context';
import { InsightError } from '../insight/error';
import type { DateRange } from './date-range';
import { isoText } from './iso-text';
import type { DateRangeInput } from './resolve-date-range';
import { isClockInterval } from './zoned';

/**
 * Checks ranges for which PostHog returns an empty or a short result: two absolute dates in the wrong order are an
 * error; a range that is reversed only today (relative dates move), and a last day that is not included completely,
 * are warnings.
 *
 * @throws InsightError
 */
export function checkRange(
  range: DateRange,
  input: DateRangeInput | null | undefined,
  { warn }: InsightContext,
): void {
  const { from, to, written } = range;
  const day = written.to?.isWholeDay === true ? (input?.date_to ?? '') : null;
  if (day !== null && (range.isExplicit || isClockInterval(range.interval))) {
    warn?.(
      `date_to '${day}' has no time: ${range.isExplicit ? 'with explicitDate' : `with interval ${range.interval}`} ` +
        `the range ends at ${isoText(to)}. Write '${day}T23:59:59' to include the day.`,
    );
  }
  if (from <= to || input?.date_from === 'all') return;
  const order = `date_from (${isoText(from)}) is after date_to (${isoText(to)})`;
  if (written.from?.isAbsolute === true && written.to?.isAbsolute === true) {
    throw new InsightError(order, 'dateRange.date_from');
  }
  warn?.(`${order}: the range is empty.`);
}
