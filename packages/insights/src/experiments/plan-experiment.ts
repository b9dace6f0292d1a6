import type { ExperimentForQuery, ExperimentQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import type { ExperimentPlan } from './plan/experiment-plan';
import { experimentPlan } from './plan/experiment-plan';
import { readSums } from './response/sums';
import type { BreakdownResult, Compared, VariantResult } from './response/variants';
import { comparedBreakdowns, comparedTotals } from './response/variants';
import { funnelStatement } from './statement/funnel';
import { meanStatement, ratioStatement } from './statement/mean';
import { retentionStatement } from './statement/retention';

export interface ExperimentResponse {
  readonly kind: 'ExperimentQuery';
  readonly baseline: VariantResult;
  readonly variant_results: Compared['variants'];
  /** Null without breakdowns. */
  readonly breakdown_results: readonly BreakdownResult[] | null;
}

/**
 * ExperimentQuery: what an experiment did to a metric (`docs/wire/experiments.md#experiment-query`). Before it starts nobody takes
 * part in it.
 *
 * @throws InsightError
 */
export function planExperiment(
  { metric }: ExperimentQuery,
  experiment: ExperimentForQuery,
  context: InsightContext,
): InsightPlan<ExperimentResponse> {
  const plan = experimentPlan(metric, experiment, context);
  const hasCovariate = plan !== null && plan.lookbackDays !== null;
  const setup = {
    metric,
    variants: experiment.variants.map(({ key }) => key),
    config: experiment.statsConfig,
  };
  return {
    statements: plan === null ? [] : [statementOf(plan)],
    shape: ([rows = []]) => {
      const sums = readSums(rows, metric, hasCovariate);
      const { baseline, variants } = comparedTotals(sums, setup);
      return {
        kind: 'ExperimentQuery',
        baseline,
        variant_results: variants,
        breakdown_results:
          plan === null || plan.breakdown.length === 0 ? null : comparedBreakdowns(sums, setup),
      };
    },
  };
}

function statementOf(plan: ExperimentPlan): Statement {
  const { metric } = plan;
  switch (metric.metric_type) {
    case 'mean':
      return meanStatement({ ...plan, metric });
    case 'funnel':
      return funnelStatement({ ...plan, metric });
    case 'ratio':
      return ratioStatement({ ...plan, metric });
    case 'retention':
      return retentionStatement({ ...plan, metric });
  }
}
