import type { TrendsQuery } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import type { DateRange } from '../date-range/resolve-date-range';
import { inRange } from '../series/query-filters';
import { ast } from '../sql/ast';
import type { BreakdownPlan } from '../breakdown/parts';
import { breakdownValues } from '../breakdown/value-expr';
import { showsTotals } from './display';
import type { Line, PeriodName, Scan } from './lines';
import { isRolling } from './sources/choose-source';
import { ROLLING_DAYS } from './sources/rolling-actives';

export interface ScannedLines {
  readonly scan: Scan;
  readonly lines: readonly Line[];
}

/**
 * Which lines of a period read the same rows: all, but for totals of active users, whose days are those
 * before the end of the range (`wire/insights.md` §3.3).
 */
export function planScans(
  query: TrendsQuery,
  lines: readonly Line[],
  given: {
    readonly period: PeriodName;
    readonly range: DateRange;
    readonly filters: Expr | null;
    readonly breakdown: BreakdownPlan;
  },
): ScannedLines[] {
  const { period, range, filters, breakdown } = given;
  const hasBuckets = !showsTotals(query);
  const scanOf = (read: DateRange, condition: Expr | null = null): Scan => {
    const where = ast.and([inRange(read), ...(filters === null ? [] : [filters])]);
    const binned = condition === null ? where : ast.and([where, condition]);
    return {
      period,
      range: read,
      where,
      filters,
      hasBuckets,
      breakdown: breakdown.kind === 'properties' ? breakdownValues(breakdown.parts, binned) : null,
      groupTypeIndex: query.aggregation_group_type_index ?? null,
    };
  };
  if (breakdown.kind === 'properties' && breakdown.parts.some(({ bins }) => bins !== null)) {
    // The bins of a series are laid out by its own values.
    return lines.map((line) => ({ scan: scanOf(range, line.condition), lines: [line] }));
  }
  const usual: Line[] = [];
  const own: ScannedLines[] = [];
  for (const line of lines) {
    const math = line.node.math ?? 'total';
    if (hasBuckets || !isRolling(math)) {
      usual.push(line);
      continue;
    }
    const readFrom = range.to.minus({ days: ROLLING_DAYS[math] });
    own.push({ scan: scanOf({ ...range, readFrom }), lines: [line] });
  }
  return usual.length === 0 ? own : [{ scan: scanOf(range), lines: usual }, ...own];
}
