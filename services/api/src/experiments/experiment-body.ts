import type { ExperimentBody, ExperimentHoldoutBody, SavedMetricBody } from '@tidemark/contracts';
import { metricFingerprint } from '@tidemark/domain';
import type {
  Experiment,
  ExperimentHoldout,
  MetricUse,
  SavedMetric,
  User,
} from '@tidemark/postgres';
import { statusOf } from '@tidemark/postgres';
import { minimalFlag } from '../flag-evaluation/minimal-flag';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { calculationIn } from './experiment-fields';
import { inOrder, uuidsOf } from './metric-uuids';

type Document = Readonly<Record<string, unknown>>;
type People = ReadonlyMap<number, User>;

/** The people an experiment's body shows. */
export function peopleIn({ createdById, holdout }: Experiment): readonly (number | null)[] {
  return [createdById, holdout?.createdById ?? null];
}

/** `people` must contain the users of the experiment that still exist. */
export function experimentBody(experiment: Experiment, people: People): ExperimentBody {
  const { flag, holdout, savedMetrics } = experiment;
  return {
    ...shared(experiment, people),
    feature_flag_key: flag.key,
    feature_flag: minimalFlag(flag),
    status: statusOf(experiment),
    type: experiment.type,
    start_date: wireTimeOrNull(experiment.startDate),
    end_date: wireTimeOrNull(experiment.endDate),
    parameters: experiment.parameters && withSplits(experiment.parameters),
    running_time_calculation: calculationIn(experiment.parameters),
    metrics: experiment.metrics.map((metric) => withFingerprint(metric, experiment)),
    metrics_secondary: experiment.metricsSecondary.map((metric) =>
      withFingerprint(metric, experiment),
    ),
    primary_metrics_ordered_uuids: inOrder(experiment.primaryOrder, [
      ...uuidsOf(experiment.metrics),
      ...uuidsOf(savedMetrics.filter(isPrimary).map(({ query }) => query)),
    ]),
    secondary_metrics_ordered_uuids: inOrder(experiment.secondaryOrder, [
      ...uuidsOf(experiment.metricsSecondary),
      ...uuidsOf(savedMetrics.filter((use) => !isPrimary(use)).map(({ query }) => query)),
    ]),
    saved_metrics: savedMetrics.map((use) => useBody(experiment, use)),
    stats_config: experiment.statsConfig,
    exposure_criteria: experiment.exposureCriteria,
    exposure_cohort: experiment.exposureCohortId,
    only_count_matured_users: experiment.onlyCountMaturedUsers,
    holdout: holdout && holdoutBody(holdout, people),
    holdout_id: holdout?.id ?? null,
    conclusion: experiment.conclusion,
    conclusion_comment: experiment.conclusionComment,
    archived: experiment.archived,
    deleted: experiment.deleted,
    ...NOT_KEPT,
    secondary_metrics: [],
    user_access_level: 'manager',
  };
}

export function holdoutBody(holdout: ExperimentHoldout, people: People): ExperimentHoldoutBody {
  return { ...shared(holdout, people), filters: [...holdout.filters] };
}

export function savedMetricBody(metric: SavedMetric, people: People): SavedMetricBody {
  return {
    ...shared(metric, people),
    query: { ...metric.query },
    tags: [...metric.tags],
    user_access_level: 'manager',
  };
}

/** Fields of experiments before 2025, and fields without support here. */
const NOT_KEPT = {
  filters: {},
  scheduling_config: null,
} as const satisfies Partial<Record<keyof ExperimentBody, unknown>>;

function shared(
  thing: Pick<
    SavedMetric,
    'id' | 'name' | 'description' | 'createdById' | 'createdAt' | 'updatedAt'
  >,
  people: People,
) {
  const creator = people.get(thing.createdById ?? 0);
  return {
    id: thing.id,
    name: thing.name,
    description: thing.description,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(thing.createdAt),
    updated_at: wireTime(thing.updatedAt),
  };
}

function isPrimary({ metadata }: MetricUse): boolean {
  return metadata['type'] !== 'secondary';
}

function withFingerprint(metric: Document, experiment: Experiment): Record<string, unknown> {
  return { ...metric, fingerprint: metricFingerprint(metric, experiment) };
}

function useBody(experiment: Experiment, use: MetricUse) {
  return {
    id: use.id,
    experiment: experiment.id,
    saved_metric: use.savedMetricId,
    metadata: { ...use.metadata },
    created_at: wireTime(use.createdAt),
    query: withFingerprint(use.query, experiment),
    name: use.name,
  };
}

/** The share of a variant has two names on the wire, and one in the store. */
function withSplits(parameters: Document): Record<string, unknown> {
  const { feature_flag_variants: variants } = parameters;
  if (!Array.isArray(variants)) return { ...parameters };
  const shown = variants.map((variant: Document) => ({
    ...variant,
    split_percent: variant['rollout_percentage'],
  }));
  return { ...parameters, feature_flag_variants: shown };
}
