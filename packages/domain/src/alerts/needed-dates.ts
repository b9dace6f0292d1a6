import type { AlertCondition } from '@tidemark/contracts';
import type { JsonObject } from '../json/json-object';
import { isObject } from '../json/json-object';
import { intervalOf, shapeOf } from './insight-query';

const UNITS: Readonly<Record<string, string>> = {
  second: 's',
  minute: 'M',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'm',
  quarter: 'q',
  year: 'y',
};
/** The checked interval, the one before it, and the current one, which is not complete yet. */
const INTERVALS = 3;

/** Days of which one is of every weekday. */
const WEEK = 7;

/**
 * The start of the dates that a check queries, instead of the insight's own dates, which are meant for viewing. Null
 * if the insight keeps its dates: totals and cumulative sums depend on them, and funnels that hide intervals whose
 * window is open show only earlier ones.
 */
export function neededDateFrom(query: JsonObject, condition: AlertCondition): string | null {
  const filter = objectOf(query['trendsFilter']);
  const keepsDates =
    shapeOf(query)?.overTime !== true ||
    filter['display'] === 'ActionsLineGraphCumulative' ||
    objectOf(query['funnelsFilter'])['hideIncompleteConversionWindowPeriods'] === true;
  if (keepsDates) return null;
  if (condition.type === 'weekday_deviation') return `-${WEEK * condition.weeks + 2}d`;
  const interval = intervalOf(query);
  const chosen = objectOf(query['dateRange'])['daysOfWeek'];
  // Days that are not chosen are no intervals: there may be one a week.
  if (interval === 'day' && Array.isArray(chosen) && chosen.length > 0) {
    return `-${WEEK * INTERVALS}d`;
  }
  const smoothing = Number(filter['smoothingIntervals'] ?? 1);
  return `-${INTERVALS + smoothing - 1}${UNITS[interval] ?? 'd'}`;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
