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
  const { flag, exposureCriteria, statsConfig, parameters } = experiment;
  const excluded = (parameters?.['excluded_variants'] ?? []) as readonly string[];
  // The types are safe, because filters and parameters are validated when they are written.
  const filters: StoredFilters = flag.filters;
  return {
    id: experiment.id,
    featureFlagKey: flag.key,
    variants: (filters.multivariate?.variants ?? [])
      .filter(({ key }) => !excluded.includes(key))
      .map((variant) => ({ key: variant.key, rolloutPercentage: variant.rollout_percentage })),
    excludedVariants: excluded,
    aggregationGroupTypeIndex: filters.aggregation_group_type_index ?? null,
    startDate: experiment.startDate,
    endDate: experiment.endDate,
    exposureCriteria: exposureCriteria && experimentExposureCriteriaSchema.parse(exposureCriteria),
    statsConfig: statsConfig && experimentStatsConfigSchema.parse(statsConfig),
    holdoutId: experiment.holdout?.id ?? null,
    onlyCountMaturedUsers: experiment.onlyCountMaturedUsers,
  };
}
