import type { TrendsQuery } from '@tidemark/contracts';
import type { BreakdownPlan } from '../../breakdown/parts';
import { readBreakdown } from '../../breakdown/parts';
import type { InsightContext } from '../../insight/context';
import { checkSeries, checkSettings } from './check-trends';
import type { Line } from './lines';
import { linesOf } from './lines';
import type { Period } from './periods';
import { trendsPeriods } from './periods';

/** A parsed trends query: its periods, its breakdown, and its lines. */
export interface TrendsPlan {
  readonly query: TrendsQuery;
  readonly context: InsightContext;
  readonly periods: readonly [Period, ...Period[]];
  readonly breakdown: BreakdownPlan;
  readonly lines: readonly Line[];
}

/** @throws InsightError for an invalid query */
export function trendsPlan(query: TrendsQuery, context: InsightContext): TrendsPlan {
  checkSeries(query);
  const periods = trendsPeriods(query, context);
  const breakdown = readBreakdown(query.breakdownFilter, context.pathCleaning);
  checkSettings(query, periods[0], breakdown);
  const lines = linesOf(query, breakdown, periods, context);
  return { query, context, periods, breakdown, lines };
}
