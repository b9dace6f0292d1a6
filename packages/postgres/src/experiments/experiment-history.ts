import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Experiment } from './experiment';

/** How experiments are logged; a change of the flag is logged as a change of the flag. */
export const EXPERIMENT_HISTORY: History<Experiment> = {
  scope: 'Experiment',
  nameOf: (experiment) => experiment.name,
  verbOf: (before, after) =>
    before.deleted && !after.deleted ? 'restored' : deletedOrUpdated(before, after),
  wireFields: (experiment) => ({
    name: experiment.name,
    description: experiment.description,
    type: experiment.type,
    feature_flag_key: experiment.flag.key,
    parameters: experiment.parameters,
    metrics: experiment.metrics,
    metrics_secondary: experiment.metricsSecondary,
    primary_metrics_ordered_uuids: experiment.primaryOrder,
    secondary_metrics_ordered_uuids: experiment.secondaryOrder,
    saved_metrics_ids: experiment.savedMetrics.map(({ savedMetricId, metadata }) => ({
      id: savedMetricId,
      metadata,
    })),
    stats_config: experiment.statsConfig,
    exposure_criteria: experiment.exposureCriteria,
    exposure_cohort: experiment.exposureCohortId,
    only_count_matured_users: experiment.onlyCountMaturedUsers,
    holdout_id: experiment.holdout?.id ?? null,
    start_date: experiment.startDate?.toISOString() ?? null,
    end_date: experiment.endDate?.toISOString() ?? null,
    conclusion: experiment.conclusion,
    conclusion_comment: experiment.conclusionComment,
    archived: experiment.archived,
    deleted: experiment.deleted,
  }),
};
