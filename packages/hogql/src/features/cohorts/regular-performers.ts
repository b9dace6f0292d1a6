import type { CohortBehavioralFilter } from '@tidemark/contracts';
import type { AstBuilder } from '../../syntax/build';
import type { SelectQuery } from '../../syntax/ast';
import { timestampExpr } from '../property-filters/timestamp-expr';
import type { DateContext } from '../../dates/relative-date';
import { isEventOf, oftenEnough, within } from './behaviour-conditions';
import { fillTemplate } from './template';
import type { TimeWindow, Unit } from './time-window';
import { back, startOfDay, startOfMonth } from './time-window';

/** Periods without such events do not count: "at most twice" means once or twice. */
const REGULAR = `
  select actor from (
    select e.person_id as actor,
      arrayCount(bound -> e.timestamp < bound, {bounds}) as period
    from events as e where {where}
    group by actor, period having {often}
  ) group by actor having count() >= {least}`;

/** The persons with the required number of events in at least the required number of the last periods. */
export function regularPerformers(
  filter: CohortBehavioralFilter,
  dates: DateContext,
  ast: AstBuilder,
): SelectQuery {
  const { bounds, window } = periods(filter, dates);
  const { start, end } = ast.constant(null);
  const exprs = bounds.map((timestamp) => timestampExpr(timestamp, ast));
  return fillTemplate(REGULAR, {
    bounds: { type: 'Array', exprs, start, end },
    where: ast.and([isEventOf(filter, dates, ast), ...within(window, ast)]),
    often: oftenEnough(filter, ast),
    least: ast.constant(filter.min_periods ?? 1),
  });
}

interface Periods {
  /** The bounds between periods, newest first. */
  readonly bounds: readonly Date[];
  readonly window: TimeWindow;
}

/**
 * Periods count back from the end of yesterday, as in PostHog, which begins months with the first of the month:
 * events of that month before the last period count as one more period. Hours and minutes count back from now.
 */
function periods(
  { time_value: length, time_interval: unit, total_periods: total }: CohortBehavioralFilter,
  dates: DateContext,
): Periods {
  const [each, of]: [number, Unit] =
    unit === 'year' ? [(length ?? 1) * 12, 'month'] : [length ?? 1, unit ?? 'day'];
  const { now } = dates;
  const count = total ?? 1;
  const ends = (until: Date, later: number): Date[] =>
    Array.from(
      { length: count },
      (_, index) => new Date(back(until, (index + 1) * each, of, dates).getTime() + later),
    );
  if (of === 'hour' || of === 'minute') {
    const bounds = ends(now, 0);
    return { bounds: bounds.slice(0, -1), window: { from: bounds.at(-1) ?? now, to: now } };
  }
  const today = startOfDay(now, dates);
  const first = startOfDay(back(now, each * count, of, dates), dates);
  const from = of === 'month' ? startOfMonth(first, dates) : first;
  // One month before the end of March 30 is the end of February.
  return { bounds: ends(new Date(today.getTime() - 1), 1), window: { from, to: today } };
}
