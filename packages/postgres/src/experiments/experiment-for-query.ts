import type { ExperimentForQuery } from '@tidemark/contracts';
import { experimentExposureCriteriaSchema, experimentStatsConfigSchema } from '@tidemark/contracts';
import type { Experiment } from './experiment';

interface StoredFilters {
  readonly multivariate?: {
    readonly variants?: readonly { readonly key: string; readonly rollout_percentage: number }[];
  } | null;
  readonly aggregation_group_type_index?: number | null;
}

/** An experiment in the form that its queries use. */
export function forQuery(experiment: Experiment): ExperimentForQuery {
  const { flag, exposureCriteria, statsConfig } = experiment;
  // The type is safe, because filters are validated when the flag is written.
  const filters: StoredFilters = flag.filters;
  return {
    id: experiment.id,
    featureFlagKey: flag.key,
    variants: (filters.multivariate?.variants ?? []).map((variant) => ({
      key: variant.key,
      rolloutPercentage: variant.rollout_percentage,
    })),
    aggregationGroupTypeIndex: filters.aggregation_group_type_index ?? null,
    startDate: experiment.startDate,
    endDate: experiment.endDate,
    exposureCriteria: exposureCriteria && experimentExposureCriteriaSchema.parse(exposureCriteria),
    statsConfig: statsConfig && experimentStatsConfigSchema.parse(statsConfig),
    holdoutId: experiment.holdout?.id ?? null,
    onlyCountMaturedUsers: experiment.onlyCountMaturedUsers,
  };
}
