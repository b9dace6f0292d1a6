import type { RetentionQuery } from '@tidemark/contracts';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import { checkRetention } from './plan/check-retention';
import { retentionLayout } from './plan/layout';
import type { RetentionAnswer } from './retention-response';
import { retentionResponse } from './retention-response';
import { retentionStatement } from './statement/retention-statement';

/** RetentionQuery: who came back, and when (`docs/wire/insights-others.md#retention`). @throws InsightError */
export function planRetention(
  query: RetentionQuery,
  context: InsightContext,
): InsightPlan<RetentionAnswer> {
  checkRetention(query, context);
  const layout = retentionLayout(query, context);
  return {
    statements: [retentionStatement(query, layout, context)],
    answer: ([rows = []]) => retentionResponse(rows, query, layout),
  };
}
