import type { ExperimentStatus } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { FeatureFlag } from '../feature-flags/feature-flag';
import type { ExperimentTable } from '../schema';
import type { ExperimentHoldout } from './holdout';

type Document = Readonly<Record<string, unknown>>;

/** A shared metric that an experiment uses. */
export interface MetricUse {
  readonly id: number;
  readonly savedMetricId: number;
  readonly name: string;
  readonly query: Document;
  /** `type`: primary or secondary. */
  readonly metadata: Document;
  readonly createdAt: Date;
}

/** An experiment: compares the variants of a flag. */
export interface Experiment {
  readonly id: number;
  readonly projectId: number;
  readonly flag: FeatureFlag;
  readonly holdout: ExperimentHoldout | null;
  readonly savedMetrics: readonly MetricUse[];
  readonly name: string;
  readonly description: string | null;
  readonly type: string | null;
  /** The parameters from which the flag was created, and other values that clients sent. */
  readonly parameters: Document | null;
  readonly metrics: readonly Document[];
  readonly metricsSecondary: readonly Document[];
  /** The uuids of metrics, including shared ones, in the order in which they are shown. */
  readonly primaryOrder: readonly string[];
  readonly secondaryOrder: readonly string[];
  readonly statsConfig: Document | null;
  readonly exposureCriteria: Document | null;
  /** The cohort of the exposed people, if it was created. */
  readonly exposureCohortId: number | null;
  readonly onlyCountMaturedUsers: boolean;
  /** Null for a draft. */
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  readonly conclusion: string | null;
  readonly conclusionComment: string | null;
  readonly archived: boolean;
  readonly deleted: boolean;
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that clients may set, without the flag and the shared metrics. */
export type ExperimentFields = Omit<
  Experiment,
  | 'id'
  | 'projectId'
  | 'flag'
  | 'holdout'
  | 'savedMetrics'
  | 'exposureCohortId'
  | 'createdById'
  | 'createdAt'
  | 'updatedAt'
> & { readonly holdoutId: number | null };

/** The status of an experiment; it is paused if its flag is off. */
export function statusOf({
  startDate,
  endDate,
  flag,
}: Pick<Experiment, 'startDate' | 'endDate'> & {
  readonly flag: Pick<FeatureFlag, 'active'>;
}): ExperimentStatus {
  if (startDate === null) return 'draft';
  if (endDate !== null) return 'stopped';
  return flag.active ? 'running' : 'paused';
}

/** The fields of an experiment that are stored in other tables. */
export type ExperimentParts = Pick<Experiment, 'flag' | 'holdout' | 'savedMetrics'>;

export function toExperiment(row: Selectable<ExperimentTable>, parts: ExperimentParts): Experiment {
  return {
    ...parts,
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    type: row.type,
    parameters: row.parameters,
    metrics: row.metrics,
    metricsSecondary: row.metrics_secondary,
    primaryOrder: row.primary_order,
    secondaryOrder: row.secondary_order,
    statsConfig: row.stats_config,
    exposureCriteria: row.exposure_criteria,
    exposureCohortId: row.exposure_cohort_id,
    onlyCountMaturedUsers: row.only_count_matured_users,
    startDate: row.start_date,
    endDate: row.end_date,
    conclusion: row.conclusion,
    conclusionComment: row.conclusion_comment,
    archived: row.archived,
    deleted: row.deleted,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
