import type { TrendsQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import { isCumulative } from './plan/display';
import { trendsScans } from './plan/scans';
import { trendsPlan } from './plan/trends-plan';
import type { TrendsResponse } from './response/trends-response';
import { trendsResponse } from './response/trends-response';
import { lineStatements } from './statement/line-statements';
import { trendsStatement } from './statement/trends-statement';

/**
 * TrendsQuery: the statements to run, and how rows become the response (`docs/wire/insights-trends.md#trends`). From
 * the query to the statement: the parsed query (`plan`), the rows that it reads (`scans`), the points of its lines
 * (`lines`), all in one statement.
 *
 * @throws InsightError for an invalid query
 */
export function planTrends(
  query: TrendsQuery,
  context: InsightContext,
): InsightPlan<TrendsResponse> {
  const plan = trendsPlan(query, context);
  const scans = trendsScans(plan);
  const lines = scans.flatMap((scan) => lineStatements(scan, isCumulative(query)));
  return {
    statements: lines.length === 0 ? [] : [trendsStatement(plan, lines)],
    shape: ([rows = []]) => trendsResponse(plan, rows),
  };
}
