import type { TrendsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import type { AskedBreakdown } from '../breakdown/actors-of-value';
import { askedValues, hasValue } from '../breakdown/actors-of-value';
import { ANY_BIN, NULL_BREAKDOWN } from '../breakdown/markers';
import type { InsightActors, InsightPoint } from '../insight-actors';
import { actorColumns, bucketOfDay } from '../insight-actors';
import type { InsightContext } from '../insight-context';
import { InsightError } from '../insight-error';
import { isWarehouseSeries } from '../series/warehouse-series';
import { ast } from '../sql/ast';
import { otherValues } from '../sql/compose-lines';
import { breakdownLimitOf, isCumulative } from './display';
import type { Line, Scan } from './lines';
import { countedGroup } from './math/aggregate';
import { actorsOfLine, eventsOfLine } from './sources/actors-of-line';
import { sourcesOf } from './sources/choose-source';
import type { TrendsScans } from './trends-scans';
import { trendsScans } from './trends-scans';

/**
 * Who is behind one number of a trends answer (`wire/insights.md` §3.8): the actors of the events that were
 * counted for it. Without a day those of the whole period.
 *
 * @throws InsightError for a point that the query does not have
 */
export function trendsActors(
  query: TrendsQuery,
  point: InsightPoint,
  context: InsightContext,
): InsightActors {
  const found = trendsScans(query, context);
  const { line, scan } = lineOf(found, point);
  if (isWarehouseSeries(line.node)) {
    throw new InsightError('Rows of tables are not actors', 'series');
  }
  const groupTypeIndex = countedGroup(line, scan);
  const asked = {
    bucket: bucketOf(point, found, scan, context),
    isCumulative: isCumulative(query),
    breakdown: breakdownOf(query, point.breakdown, found, line, scan),
  };
  return {
    statement: actorsOfLine(line, scan, asked),
    columns: actorColumns(groupTypeIndex),
    groupTypeIndex,
    events: eventsOfLine(line, scan, asked),
  };
}

function lineOf(
  { scans, lines, breakdown }: TrendsScans,
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

/** Undefined for the whole period, null for a day outside of it. */
function bucketOf(
  { day }: InsightPoint,
  { periods }: TrendsScans,
  scan: Scan,
  context: InsightContext,
) {
  if (day === null || day === undefined || day === '' || !scan.hasBuckets) return undefined;
  const ranges = periods.map(({ range }) => range);
  return bucketOfDay(day, ranges, scan.range, context);
}

function breakdownOf(
  query: TrendsQuery,
  asked: AskedBreakdown,
  { breakdown }: TrendsScans,
  line: Line,
  scan: Scan,
): ((of: Expr) => Expr) | null {
  if (breakdown.kind !== 'properties') return null;
  const values = askedValues(asked, NULL_BREAKDOWN);
  if (values === null || values.includes(ANY_BIN)) return null;
  if (values.length !== breakdown.parts.length) {
    throw new InsightError(`The breakdown has ${breakdown.parts.length} values`, 'breakdown');
  }
  const ranking = { limit: breakdownLimitOf(query), parts: breakdown.parts.length };
  return (of) =>
    ast.and([
      hasValue(of, values, () =>
        otherValues(sourcesOf([line], scan, isCumulative(query)), ranking),
      ),
    ]);
}
