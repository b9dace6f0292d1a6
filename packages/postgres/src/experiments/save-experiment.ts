import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { NewActivity } from '../activity-log/activity';
import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { FeatureFlag, FeatureFlagFields } from '../feature-flags/feature-flag';
import { changeFlag } from '../feature-flags/write-flags';
import type { Experiment, ExperimentFields } from './experiment';
import { EXPERIMENT_HISTORY } from './experiment-history';
import { selectExperiment } from './load-experiments';

/** A shared metric that an experiment will use. */
export interface WantedMetric {
  readonly savedMetricId: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The changes of an update. */
export interface ExperimentChange {
  readonly fields?: Partial<ExperimentFields>;
  /** Changes of its flag. */
  readonly flag?: Partial<FeatureFlagFields>;
  /** Replaces all shared metrics that it uses. */
  readonly savedMetrics?: readonly WantedMetric[];
}

export type NewExperiment = Pick<ExperimentFields, 'name'> & Partial<ExperimentFields>;

/** Inserts a new experiment for an existing flag. */
export async function insertExperiment(
  tx: Writer,
  by: ProjectAuthor,
  flag: FeatureFlag,
  fields: NewExperiment,
  savedMetrics: readonly WantedMetric[],
): Promise<Recorded<Experiment>> {
  const { id } = await tx
    .insertInto('experiments')
    .values({
      ...experimentColumns(fields),
      name: fields.name,
      metrics: JSON.stringify(fields.metrics ?? []),
      metrics_secondary: JSON.stringify(fields.metricsSecondary ?? []),
      project_id: by.projectId,
      feature_flag_id: flag.id,
      created_by_id: by.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceUses(tx, id, savedMetrics);
  await listOnFlag(tx, flag.id);
  const result = await readBack(tx, by, id);
  return { result, entries: [historyEntry(EXPERIMENT_HISTORY, by, null, result)] };
}

/** Changes an experiment and, if requested, its flag. */
export async function changeExperiment(
  tx: Writer,
  by: ProjectAuthor,
  before: Experiment,
  { fields = {}, flag = {}, savedMetrics }: ExperimentChange,
): Promise<Recorded<Experiment>> {
  const entries: (NewActivity | null)[] = [
    ...(await changeFlagOf(tx, by, before.flag, flag)).entries,
  ];
  await tx
    .updateTable('experiments')
    .set({ ...experimentColumns(fields), updated_at: sql<Date>`now()` })
    .where('project_id', '=', by.projectId)
    .where('id', '=', before.id)
    .execute();
  if (savedMetrics !== undefined) await replaceUses(tx, before.id, savedMetrics);
  if (fields.deleted !== undefined) await listOnFlag(tx, before.flag.id);
  const result = await readBack(tx, by, before.id);
  entries.push(historyEntry(EXPERIMENT_HISTORY, by, before, result));
  return { result, entries };
}

/** Changes the flag of an experiment, unless it has these values already. */
export async function changeFlagOf(
  tx: Writer,
  by: ProjectAuthor,
  flag: FeatureFlag,
  changes: Partial<FeatureFlagFields>,
): Promise<Recorded<FeatureFlag>> {
  if (isDeepStrictEqual({ ...flag, ...changes }, flag)) return { result: flag, entries: [] };
  return changeFlag(tx, by, flag, changes);
}

/** Updates the ids of experiments in the flag's row, because edges read only flags. */
async function listOnFlag(tx: Writer, flagId: number): Promise<void> {
  await tx
    .updateTable('feature_flags')
    .set({
      experiment_ids: sql<number[]>`coalesce((
        SELECT array_agg(experiments.id ORDER BY experiments.id) FROM experiments
        WHERE experiments.feature_flag_id = feature_flags.id AND NOT experiments.deleted
      ), '{}')`,
    })
    .where('id', '=', flagId)
    .execute();
}

/** Replaces the shared metrics of an experiment. Metrics that it keeps using keep their rows and ids. */
async function replaceUses(
  tx: Writer,
  experimentId: number,
  wanted: readonly WantedMetric[],
): Promise<void> {
  const ids = wanted.map((use) => use.savedMetricId);
  await tx
    .deleteFrom('experiment_metric_uses')
    .where('experiment_id', '=', experimentId)
    .$if(ids.length > 0, (q) => q.where('saved_metric_id', 'not in', ids))
    .execute();
  if (wanted.length === 0) return;
  await tx
    .insertInto('experiment_metric_uses')
    .values(
      wanted.map(({ savedMetricId, metadata }) => ({
        experiment_id: experimentId,
        saved_metric_id: savedMetricId,
        metadata: JSON.stringify(metadata),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['experiment_id', 'saved_metric_id'])
        .doUpdateSet((e) => ({ metadata: e.ref('excluded.metadata') })),
    )
    .execute();
}

async function readBack(tx: Writer, { projectId }: ProjectAuthor, id: number): Promise<Experiment> {
  const experiment = await selectExperiment(tx, projectId, id);
  if (experiment === null) throw new Error(`The experiment ${id} was written but not found`);
  return experiment;
}

function experimentColumns(fields: Partial<ExperimentFields>) {
  return defined({
    name: fields.name,
    description: fields.description,
    type: fields.type,
    holdout_id: fields.holdoutId,
    parameters: json(fields.parameters),
    metrics: fields.metrics && JSON.stringify(fields.metrics),
    metrics_secondary: fields.metricsSecondary && JSON.stringify(fields.metricsSecondary),
    primary_order: fields.primaryOrder && [...fields.primaryOrder],
    secondary_order: fields.secondaryOrder && [...fields.secondaryOrder],
    stats_config: json(fields.statsConfig),
    exposure_criteria: json(fields.exposureCriteria),
    only_count_matured_users: fields.onlyCountMaturedUsers,
    start_date: fields.startDate,
    end_date: fields.endDate,
    conclusion: fields.conclusion,
    conclusion_comment: fields.conclusionComment,
    archived: fields.archived,
    deleted: fields.deleted,
  });
}

function json(document: object | null | undefined): string | null | undefined {
  return document && JSON.stringify(document);
}
