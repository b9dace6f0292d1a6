import type { RetentionQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import { checkRetention } from './plan/check-retention';
import { retentionLayout } from './plan/layout';
import type { RetentionResponse } from './retention-response';
import { retentionResponse } from './retention-response';
import { retentionStatement } from './statement/retention-statement';

/**
 * RetentionQuery: the actors that returned, by time (`docs/wire/insights-others.md#retention`). @throws InsightError
 */
export function planRetention(
  query: RetentionQuery,
  context: InsightContext,
): InsightPlan<RetentionResponse> {
  checkRetention(query, context);
  const layout = retentionLayout(query, context);
  return {
    statements: [retentionStatement(query, layout, context)],
    shape: ([rows = []]) => retentionResponse(rows, query, layout),
  };
}
