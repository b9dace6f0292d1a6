import type { TrendsQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight-context';
import type { InsightPlan } from '../insight-plan';
import { withBreakdown, withoutBreakdown } from '../sql/compose-lines';
import { isCumulative, rankingOf } from './display';
import type { TrendsAnswer } from './shape/answer';
import { trendsAnswer } from './shape/answer';
import { sourcesOf } from './sources/choose-source';
import { trendsScans } from './trends-scans';

/**
 * TrendsQuery: what to run, and how rows become the answer (`wire/insights.md` §3).
 *
 * @throws InsightError for a query that makes no sense
 */
export function planTrends(query: TrendsQuery, context: InsightContext): InsightPlan<TrendsAnswer> {
  const { periods, breakdown, lines, scans } = trendsScans(query, context);
  const sources = scans.flatMap((scanned) =>
    sourcesOf(scanned.lines, scanned.scan, isCumulative(query)),
  );
  const composed =
    breakdown.kind === 'properties'
      ? () => withBreakdown(sources, rankingOf(query, breakdown.parts.length))
      : () => withoutBreakdown(sources);
  return {
    statements: sources.length === 0 ? [] : [composed()],
    answer: ([rows = []]) => trendsAnswer({ query, context, periods, breakdown, lines, rows }),
  };
}
