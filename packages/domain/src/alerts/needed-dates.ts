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

/**
 * The start of the dates that a check queries, instead of the insight's own dates, which are meant for viewing. Null
 * if the insight keeps its dates: totals and cumulative sums depend on them.
 */
export function neededDateFrom(query: JsonObject, condition: AlertCondition): string | null {
  const shape = shapeOf(query);
  const filter = isObject(query['trendsFilter']) ? query['trendsFilter'] : {};
  if (shape?.overTime !== true || filter['display'] === 'ActionsLineGraphCumulative') return null;
  if (condition.type === 'weekday_deviation') return `-${7 * condition.weeks + 2}d`;
  const smoothing = Number(filter['smoothingIntervals'] ?? 1);
  return `-${INTERVALS + smoothing - 1}${UNITS[intervalOf(query)] ?? 'd'}`;
}
