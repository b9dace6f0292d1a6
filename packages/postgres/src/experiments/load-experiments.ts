import type { Selectable } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { selectFlags } from '../feature-flags/read-flags';
import type { ExperimentTable } from '../schema';
import type { Experiment, MetricUse } from './experiment';
import { toExperiment } from './experiment';
import type { ExperimentHoldout } from './holdout';
import { toHoldout } from './holdout';

type Row = Selectable<ExperimentTable>;

/** Adds data of other tables to rows of one project, in the same order. */
export async function loadExperiments(
  db: Reader,
  projectId: number,
  rows: readonly Row[],
): Promise<readonly Experiment[]> {
  if (rows.length === 0) return [];
  const flags = await selectFlags(
    db,
    projectId,
    rows.map((row) => row.feature_flag_id),
  );
  const holdouts = await selectHoldouts(db, projectId, rows);
  const uses = await selectUses(
    db,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => {
    const flag = flags.get(row.feature_flag_id);
    // An experiment is deleted with its flag, which may happen between the two reads.
    if (flag === undefined) return [];
    const holdout = holdouts.get(row.holdout_id ?? 0) ?? null;
    return [toExperiment(row, { flag, holdout, savedMetrics: uses.get(row.id) ?? [] })];
  });
}

/** Also finds deleted experiments. */
export async function selectExperiment(
  db: Reader,
  projectId: number,
  id: number,
): Promise<Experiment | null> {
  const rows = await db
    .selectFrom('experiments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  const [experiment] = await loadExperiments(db, projectId, rows);
  return experiment ?? null;
}

async function selectHoldouts(
  db: Reader,
  projectId: number,
  experiments: readonly Row[],
): Promise<ReadonlyMap<number, ExperimentHoldout>> {
  const ids = experiments.map((row) => row.holdout_id).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('experiment_holdouts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toHoldout(row)]));
}

async function selectUses(
  db: Reader,
  experimentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly MetricUse[]>> {
  const rows = await db
    .selectFrom('experiment_metric_uses as used')
    .innerJoin('experiment_saved_metrics as metric', 'metric.id', 'used.saved_metric_id')
    .select(['used.id', 'used.experiment_id', 'used.metadata', 'used.created_at'])
    .select(['metric.id as saved_metric_id', 'metric.name', 'metric.query'])
    .where('used.experiment_id', 'in', experimentIds)
    .orderBy('used.id')
    .execute();
  const uses = new Map<number, MetricUse[]>();
  for (const row of rows) {
    const { id, name, query, metadata } = row;
    const used = { id, name, query, metadata, savedMetricId: row.saved_metric_id };
    const others = uses.get(row.experiment_id) ?? [];
    uses.set(row.experiment_id, [...others, { ...used, createdAt: row.created_at }]);
  }
  return uses;
}
