import type { ExperimentForQuery } from '@tidemark/contracts';
import { experimentMetricSchema } from '@tidemark/contracts';
import { HogQLError } from '@tidemark/hogql';
import type { ActionRepository, FeatureFlag, GuardedRollout, Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import type { RolloutEvidence, Sample } from '@tidemark/statistics';
import { meanSample, proportionSample, ratioSample } from '@tidemark/statistics';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { missingAction } from '../experiments/check-metrics';

/** The values of a flag without variants, as `$feature_flag_called` reports them. */
const [CONTROL, EXPOSED] = ['false', 'true'] as const;
/** One row per group; the sums of a breakdown never appear. */
const MAX_ROWS = 100;
/** No stored experiment has this id. */
const NO_ID = 0;

const sums = z.object({
  key: z.string(),
  number_of_samples: z.number(),
  sum: z.number().nullable(),
  sum_squares: z.number().nullable(),
  denominator_sum: z.number().nullable(),
  denominator_sum_squares: z.number().nullable(),
  numerator_denominator_sum_product: z.number().nullable(),
});

type Sums = z.output<typeof sums>;

export interface MeasureDeps {
  readonly engine: Pick<QueryEngine, 'ask'>;
  readonly actions: Pick<ActionRepository, 'findById'>;
}

type Measured = Pick<GuardedRollout, 'metric' | 'stepStartedAt'>;

const responseSchema = z.object({ baseline: sums, variant_results: z.array(sums) });

/**
 * The metric of the people who were shown the flag since the present step began, and of those for whom it was
 * evaluated and off. Each step is measured separately, because the next step moves persons from one group to the
 * other.
 *
 * @throws HogQLError, QueryError, StatisticsError
 */
export async function measureRollout(
  { engine, actions }: MeasureDeps,
  rollout: Measured,
  {
    flag,
    project,
    now,
  }: { readonly flag: FeatureFlag; readonly project: Project; readonly now: Date },
): Promise<RolloutEvidence> {
  const { data: metric } = experimentMetricSchema.safeParse(rollout.metric);
  // An earlier release may have accepted what this one rejects.
  if (metric === undefined) {
    throw new HogQLError('hogql_query_error', 'The metric is not valid any more');
  }
  // No event matches an action that does not exist, so that such a metric never gets worse.
  const missing = await missingAction(actions, project.id, [metric]);
  if (missing !== undefined) {
    throw new HogQLError('hogql_query_error', `Action with ID ${missing} does not exist`);
  }
  const query = { kind: 'ExperimentQuery', experiment_id: NO_ID, metric } as const;
  const request = {
    project,
    query,
    queryId: randomUUID(),
    maxRows: MAX_ROWS,
    name: 'guarded rollout',
  };
  const response = await engine.ask(request, undefined, experimentOf(rollout, flag, now));
  const { baseline, variant_results } = responseSchema.parse(response);
  const exposed = variant_results.find(({ key }) => key === EXPOSED);
  const type = metric.metric_type;
  return {
    control: sampleOf(type, baseline),
    exposed: exposed === undefined ? null : sampleOf(type, exposed),
  };
}

/** The present step in the form of an experiment: the two values of the flag are its variants. */
function experimentOf(
  { stepStartedAt }: Measured,
  { key, filters }: FeatureFlag,
  now: Date,
): ExperimentForQuery {
  const groupType = filters['aggregation_group_type_index'];
  return {
    id: NO_ID,
    featureFlagKey: key,
    variants: [CONTROL, EXPOSED].map((value) => ({ key: value, rolloutPercentage: 50 })),
    aggregationGroupTypeIndex: typeof groupType === 'number' ? groupType : null,
    startDate: stepStartedAt,
    endDate: now,
    exposureCriteria: { multiple_variant_handling: 'exclude', filterTestAccounts: false },
    statsConfig: { method: 'frequentist', baseline_variant_key: CONTROL },
    holdoutId: null,
    onlyCountMaturedUsers: false,
  };
}

/** Null without units, for a ratio without a denominator, and for sums that are too large for a number. */
function sampleOf(type: string, side: Sums): Sample | null {
  const { number_of_samples: count, sum, sum_squares: sumSquares } = side;
  if (count === 0 || sum === null || sumSquares === null) return null;
  if (type === 'funnel') return proportionSample(count, sum);
  if (type === 'mean') return meanSample(count, { sum, sumSquares });
  const { denominator_sum: divisor, denominator_sum_squares: squares } = side;
  const { numerator_denominator_sum_product: productSum } = side;
  if (divisor === null || divisor === 0 || squares === null || productSum === null) return null;
  return ratioSample(count, {
    numerator: { sum, sumSquares },
    denominator: { sum: divisor, sumSquares: squares },
    productSum,
  });
}
