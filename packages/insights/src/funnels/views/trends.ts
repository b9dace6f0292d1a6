import type { Statement } from '@tidemark/hogql';
import { DEFAULT_BREAKDOWN_LIMIT } from '../../breakdown/markers';
import { axisOf } from '../../date-range/axis';
import { bucketKeyExpr } from '../../date-range/bucket-expr';
import { bucketStarts } from '../../date-range/buckets';
import { dayLabel } from '../../date-range/labels';
import { addIntervals } from '../../date-range/zoned';
import { localNow } from '../../insight-context';
import type { Rows } from '../../insight-plan';
import { ast, number } from '../../sql/ast';
import { asList } from '../../sql/as-list';
import { statement } from '../../sql/template';
import type { FunnelShape } from './shape';
import { breakdownFields, NO_VALUE } from './shown';
import { stepReached } from '../people/step-reached';

/** So many points are told over all values (§4.7). */
const MAX_POINTS = 1_000;

/**
 * One row per breakdown value: its periods, who came as far as the first step asked for, and as the last. Of more
 * values than the limit those that the most came as far in.
 */
export function trendStatement(shape: FunnelShape, actors: Statement): Statement {
  const { settings, range } = shape;
  return statement(
    `SELECT shown, groupArray(key) AS keys, groupArray(entered) AS entries, groupArray(done) AS conversions
     FROM (
       SELECT shown, {key} AS key, countIf(${stepReached(settings.from, settings)}) AS entered,
         countIf(${stepReached(settings.to, settings)}) AS done
       FROM ({actors})
       GROUP BY shown, period
     )
     GROUP BY shown
     ORDER BY sum(entered) DESC, shown DESC
     LIMIT {lines}`,
    {
      actors,
      key: bucketKeyExpr(range.interval, ast.field('period')),
      lines: number(linesOf(shape)),
    },
  );
}

/** How many values have a line. Lines are whole: one more period does not cut the last of them. */
function linesOf({ query, range }: FunnelShape): number {
  const limit = query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWN_LIMIT;
  return Math.max(1, Math.min(limit, Math.floor(MAX_POINTS / bucketStarts(range).length)));
}

/** Conversion per period, in percent (§4.7). */
export function trendResults(rows: Rows, shape: FunnelShape): unknown[] {
  const { range, breakdown } = shape;
  const shownPeriods = closedPeriods(shape);
  const axis = axisOf(range);
  const keys = axis.keys.slice(0, shownPeriods);
  const days = axis.days.slice(0, shownPeriods);
  // Weeks, too, are named by the day they begin here.
  const labels = bucketStarts(range).slice(0, shownPeriods).map(dayLabel);
  const shown = rows.length === 0 && breakdown.kind === 'none' ? [[[''], [], [], []]] : rows;
  const lines = shown.map(([value, found, entries, conversions]) => {
    const rates = new Map(
      asList(found).map((key, at) => [
        String(key),
        rate(Number(asList(conversions)[at]), Number(asList(entries)[at])),
      ]),
    );
    const data = keys.map((key) => rates.get(key) ?? 0);
    const fields = breakdownFields(
      asList(value).map((part) => (part === '' ? NO_VALUE : String(part))),
      shape,
    );
    return {
      count: data.length,
      data,
      days,
      labels,
      // Cohorts are told by their names here.
      ...(breakdown.kind === 'none' ? {} : { breakdown_value: fields.breakdown }),
    };
  });
  return lines.sort((one, other) => inOrder(one.breakdown_value, other.breakdown_value));
}

/** By the values as they are told, part by part. */
function inOrder(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) =>
    (Array.isArray(value) ? value : [value]).map(String),
  );
  const at = left?.findIndex((part, index) => part !== right?.[index]) ?? -1;
  if (at === -1) return 0;
  return (left?.[at] ?? '') < (right?.[at] ?? '') ? -1 : 1;
}

/** How many periods are shown: all, or those whose last entry has had its whole window (§4.1). */
function closedPeriods({ query, settings, range, context }: FunnelShape): number | undefined {
  if (query.funnelsFilter?.hideIncompleteConversionWindowPeriods !== true) return undefined;
  const until = localNow(context).minus({ milliseconds: settings.window / 1_000 });
  return bucketStarts(range).filter((start) => addIntervals(start, range.interval, 1) <= until)
    .length;
}

function rate(done: number, entered: number): number {
  return entered === 0 ? 0 : Math.round((done / entered) * 10_000) / 100;
}
