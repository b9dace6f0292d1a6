import type { TrendsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import type { DateTime, DurationLikeObject } from 'luxon';
import type { InsightActors, InsightPoint } from '../../actors/insight-actors';
import { actorColumns, placeOf, startOfDay } from '../../actors/insight-actors';
import type { AskedBreakdown } from '../../breakdown/actors-of-value';
import { askedValues, hasValue } from '../../breakdown/actors-of-value';
import { otherValues } from '../../breakdown/compose-lines';
import { ANY_BIN, NULL_BREAKDOWN } from '../../breakdown/markers';
import { bucketStarts } from '../../date-range/buckets';
import type { DateRange } from '../../date-range/date-range';
import { addIntervals, isClockInterval } from '../../date-range/zoned';
import { ast } from '../../hogql-builders/ast';
import type { InsightContext } from '../../insight/context';
import { InsightError } from '../../insight/error';
import { inRange } from '../../series/query-filters';
import { isWarehouseSeries } from '../../series/warehouse-series';
import { isCumulative } from '../plan/display';
import type { Line } from '../plan/lines';
import type { Scan, ScannedLines } from '../plan/scans';
import { countedGroup, trendsScans } from '../plan/scans';
import type { TrendsPlan } from '../plan/trends-plan';
import { trendsPlan } from '../plan/trends-plan';
import { lineStatements } from '../statement/line-statements';
import { rankingOf } from '../statement/trends-statement';
import { actorsOfLine, eventsOfLine } from './actors-of-line';

/**
 * The actors behind one number of a trends response (`docs/wire/insights-trends.md#trends-actors`): those of the events
 * that the number counts. Without a day, the actors of the whole period.
 *
 * @throws InsightError for a point that the query does not have
 */
export function trendsActors(
  query: TrendsQuery,
  point: InsightPoint,
  context: InsightContext,
): InsightActors {
  const plan = trendsPlan(query, context);
  const { line, scan } = lineOf(plan, trendsScans(plan), point);
  const bucket = bucketOf(point, plan, scan);
  if (isWarehouseSeries(line.node)) {
    throw new InsightError('Rows of tables are not actors', 'series');
  }
  const groupTypeIndex = countedGroup(line, scan);
  const read = bucket === undefined ? scan : readingOf(bucket, scan);
  const asked = {
    bucket,
    isCumulative: isCumulative(query),
    breakdown: breakdownOf(point.breakdown, plan, line, scan),
  };
  return {
    statement: actorsOfLine(line, read, asked),
    columns: actorColumns(groupTypeIndex),
    groupTypeIndex,
    events: eventsOfLine(line, read, asked),
  };
}

function lineOf(
  { lines, breakdown }: TrendsPlan,
  scans: readonly ScannedLines[],
  { series, compare, breakdown: asked }: InsightPoint,
): { readonly line: Line; readonly scan: Scan } {
  const period = compare ?? 'current';
  const cohort = breakdown.kind === 'cohorts' ? cohortOf(asked) : null;
  const line = lines.find(
    (one) =>
      one.index === (series ?? 0) &&
      one.period === period &&
      (cohort === null || one.cohort === cohort),
  );
  const scanned = scans.find((one) => line !== undefined && one.lines.includes(line));
  if (line === undefined || scanned === undefined) {
    throw new InsightError(
      'The query has no such series',
      cohort === null ? 'series' : 'breakdown',
    );
  }
  return { line, scan: scanned.scan };
}

function cohortOf(asked: AskedBreakdown): number | 'all' | null {
  const [value] = askedValues(asked, 'all') ?? [];
  if (value === undefined) return null;
  return value === 'all' || value === '0' ? 'all' : Number(value);
}

/**
 * The bucket of a day; undefined for the whole period. Days are those of the current period: for the previous one,
 * the bucket at the same position is meant. A day that only the previous period has is used unchanged.
 */
function bucketOf(
  { day }: InsightPoint,
  { periods, context }: TrendsPlan,
  { hasBuckets, range }: Scan,
): DateTime | undefined {
  if (day === null || day === undefined || day === '' || !hasBuckets) return undefined;
  const start = startOfDay(day, range, context);
  const current = periods[0].range;
  const place = placeOf(start, current);
  if (place !== -1) return bucketStarts(range)[place] ?? start;
  return placeOf(start, range) === -1 ? start.minus(distance(current, range)) : start;
}

/** The distance of a period from the current one: in calendar time, except for parts of a day. */
function distance(current: DateRange, { from, interval }: DateRange): DurationLikeObject {
  if (isClockInterval(interval)) {
    return { milliseconds: current.from.toMillis() - from.toMillis() };
  }
  const days = current.from.startOf('day').diff(from.startOf('day'), 'days').days;
  return { days: Math.round(days) };
}

/** The scan for a bucket: a bucket outside the range is read alone, unless the range is exact to the second. */
function readingOf(bucket: DateTime, scan: Scan): Scan {
  const { range, filters } = scan;
  if (range.isExplicit || placeOf(bucket, range) !== -1) return scan;
  const to = addIntervals(bucket, range.interval, 1).minus({ milliseconds: 1 });
  const own = { ...range, from: bucket, readFrom: bucket, to };
  return {
    ...scan,
    range: own,
    where: ast.and([inRange(own), ...(filters === null ? [] : [filters])]),
  };
}

function breakdownOf(
  asked: AskedBreakdown,
  { query, breakdown }: TrendsPlan,
  line: Line,
  scan: Scan,
): ((of: Expr) => Expr) | null {
  if (breakdown.kind !== 'properties') return null;
  const values = askedValues(asked, NULL_BREAKDOWN);
  if (values === null || values.includes(ANY_BIN)) return null;
  if (values.length !== breakdown.parts.length) {
    throw new InsightError(`The breakdown has ${breakdown.parts.length} values`, 'breakdown');
  }
  const ranking = rankingOf(query, breakdown.parts.length);
  return (of) =>
    ast.and([
      hasValue(of, values, () =>
        otherValues(lineStatements({ lines: [line], scan }, isCumulative(query)), ranking),
      ),
    ]);
}
