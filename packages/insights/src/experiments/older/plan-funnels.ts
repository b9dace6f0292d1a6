import type { ExperimentForQuery, ExperimentFunnelsQuery, FunnelsQuery } from '@tidemark/contracts';
import { predictedLoss, shareBelief } from '@tidemark/statistics';
import { planFunnels } from '../../funnels/plan-funnels';
import type { InsightContext } from '../../insight/context';
import type { InsightPlan } from '../../insight/plan';
import { asList } from '../../insight/plan';
import type { Verdict } from './verdict';
import { controlFirst, dateRangeOf, intervalsOf, keysOf, verdictOf } from './verdict';

interface VariantFunnel {
  readonly key: string;
  readonly success_count: number;
  readonly failure_count: number;
}

export interface OlderFunnelsResponse extends Verdict {
  readonly kind: 'ExperimentFunnelsQuery';
  readonly insight: readonly unknown[];
  readonly funnels_query: FunnelsQuery;
  readonly variants: readonly VariantFunnel[];
  readonly expected_loss: number;
  readonly credible_intervals: Readonly<Record<string, readonly [number, number]>>;
}

/**
 * ExperimentFunnelsQuery, of experiments before 2025: how many come through a funnel
 * (`docs/wire/experiments.md#older-queries`).
 *
 * @throws InsightError
 */
export function planOlderFunnels(
  { funnels_query: given }: ExperimentFunnelsQuery,
  experiment: ExperimentForQuery,
  context: InsightContext,
): InsightPlan<OlderFunnelsResponse> {
  const query: FunnelsQuery = {
    ...given,
    compareFilter: null,
    dateRange: dateRangeOf(experiment),
    breakdownFilter: {
      breakdown: `$feature/${experiment.featureFlagKey}`,
      breakdown_type: 'event',
    },
    funnelsFilter: { ...given.funnelsFilter, funnelVizType: 'steps', layout: 'vertical' },
  };
  const keys = keysOf(experiment);
  const { statements, shape } = planFunnels(query, context);
  return {
    statements,
    shape: (rows) => {
      const funnels = asList(shape(rows).results).map((steps) => asList(steps) as readonly Step[]);
      const insight = funnels.filter((steps) => keys.includes(keyOf(steps)));
      const variants = controlFirst(insight.map(variantOf), null);
      return {
        kind: 'ExperimentFunnelsQuery',
        insight,
        funnels_query: query,
        variants,
        ...statisticsOf(variants),
      };
    },
  };
}

interface Step {
  readonly count?: number;
  readonly breakdown_value?: unknown;
}

function keyOf([first]: readonly Step[]): string {
  return String([first?.breakdown_value].flat()[0]);
}

function variantOf(steps: readonly Step[]): VariantFunnel {
  const total = steps[0]?.count ?? 0;
  const success = steps.length > 1 ? (steps.at(-1)?.count ?? 0) : 0;
  return { key: keyOf(steps), success_count: success, failure_count: total - success };
}

function statisticsOf([control, ...tests]: readonly [VariantFunnel, ...VariantFunnel[]]): Verdict &
  Pick<OlderFunnelsResponse, 'expected_loss' | 'credible_intervals'> {
  const judged = ({ key, success_count: successes, failure_count: failures }: VariantFunnel) => ({
    key,
    successes,
    failures,
    units: successes + failures,
    value: successes / (successes + failures),
    belief: shareBelief(successes, failures),
  });
  const all = [judged(control), ...tests.map(judged)] as const;
  const { loss, ...verdict } = verdictOf(all, predictedLoss);
  return { ...verdict, expected_loss: loss, credible_intervals: intervalsOf(all) };
}
