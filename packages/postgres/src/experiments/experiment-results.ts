import { sql } from 'kysely';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { Experiment } from './experiment';
import { loadExperiments } from './load-experiments';

type Document = Readonly<Record<string, unknown>>;

/** A metric of an experiment; stored results belong to its fingerprint. */
export interface MetricReference {
  readonly projectId: number;
  readonly experimentId: number;
  readonly metricUuid: string;
  readonly fingerprint: string;
}

/** The result of a metric for one day; either the result or the error is null. */
export interface StoredDailyResult {
  /** `YYYY-MM-DD` in the time zone of the project. */
  readonly day: string;
  readonly result: Document | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A request to calculate all days of a metric again; it is removed when it is finished. */
export interface ExperimentRecalculation extends MetricReference {
  readonly id: string;
  readonly metric: Document;
  readonly status: 'pending' | 'in_progress';
  readonly createdAt: Date;
}

/** The stored results of experiments by day. They are calculated by a worker, so that no change of them is logged. */
export interface ExperimentResults {
  /** The oldest day first. */
  list(metric: MetricReference): Promise<readonly StoredDailyResult[]>;
  /** Null if there is none. */
  findRecalculation(metric: MetricReference): Promise<ExperimentRecalculation | null>;
  /**
   * Deletes the results of the metric and requests new ones. While a request of the same metric is not finished,
   * nothing is changed and that request is returned, with `isNew` false.
   */
  requestRecalculation(
    reference: MetricReference,
    metric: Document,
  ): Promise<{ readonly recalculation: ExperimentRecalculation; readonly isNew: boolean }>;
  /** The oldest first. */
  listRecalculations(limit: number): Promise<readonly ExperimentRecalculation[]>;
  beginRecalculation(id: string): Promise<void>;
  /** Removes a request whose days are calculated. */
  finishRecalculation(id: string): Promise<void>;
  /** The experiments of all projects that have started, and have not ended before `since`; deleted ones are left out. */
  listMeasured(since: Date): Promise<readonly Experiment[]>;
  /** The newest stored day of a metric; null if none is stored. */
  newestDay(metric: MetricReference): Promise<string | null>;
  /** Replaces a result of the same day. Does nothing if the experiment was deleted meanwhile. */
  store(
    metric: MetricReference,
    result: Pick<StoredDailyResult, 'day' | 'result' | 'error'>,
  ): Promise<void>;
}

const DAY = sql<string>`day::text`;

export function createExperimentResults(
  database: Pick<ResourceDatabase, 'db' | 'record' | 'unrecorded'>,
): ExperimentResults {
  const { db, record, unrecorded } = database;
  return {
    async list(metric) {
      const rows = await db
        .selectFrom('experiment_results')
        .select([DAY.as('day'), 'result', 'error', 'created_at', 'updated_at'])
        .where((eb) => eb.and(columnsOf(metric)))
        .orderBy('day')
        .execute();
      return rows.map(({ created_at: createdAt, updated_at: updatedAt, ...row }) => ({
        ...row,
        createdAt,
        updatedAt,
      }));
    },

    findRecalculation: (metric) => selectRecalculation(db, metric),

    async requestRecalculation(reference, metric) {
      for (;;) {
        const requested = await record(async (tx) => {
          const made = await tx
            .insertInto('experiment_recalculations')
            .values({ ...columnsOf(reference), metric: JSON.stringify(metric) })
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
            .executeTakeFirst();
          if (made !== undefined) await deleteResults(tx, reference);
          const recalculation = await selectRecalculation(tx, reference);
          return { result: { recalculation, isNew: made !== undefined }, entries: [] };
        });
        const { recalculation, isNew } = requested;
        // Null: the other request was finished between the two statements.
        if (recalculation !== null) return { recalculation, isNew };
      }
    },

    async listRecalculations(limit) {
      const rows = await db
        .selectFrom('experiment_recalculations')
        .selectAll()
        .orderBy('created_at')
        .limit(limit)
        .execute();
      return rows.map(toRecalculation);
    },

    async beginRecalculation(id) {
      await unrecorded
        .updateTable('experiment_recalculations')
        .set({ status: 'in_progress', updated_at: sql`now()` })
        .where('id', '=', id)
        .execute();
    },

    async finishRecalculation(id) {
      await unrecorded.deleteFrom('experiment_recalculations').where('id', '=', id).execute();
    },

    async listMeasured(since) {
      const rows = await db
        .selectFrom('experiments')
        .selectAll()
        .where('deleted', '=', false)
        .where('start_date', 'is not', null)
        .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', since)]))
        .orderBy('project_id')
        .orderBy('id')
        .execute();
      const experiments: Experiment[] = [];
      for (const projectId of new Set(rows.map((row) => row.project_id))) {
        const own = rows.filter((row) => row.project_id === projectId);
        experiments.push(...(await loadExperiments(db, projectId, own)));
      }
      return experiments;
    },

    async newestDay(metric) {
      const row = await db
        .selectFrom('experiment_results')
        .select(sql<string | null>`max(day)::text`.as('newest'))
        .where((eb) => eb.and(columnsOf(metric)))
        .executeTakeFirst();
      return row?.newest ?? null;
    },

    async store(metric, { day, result, error }) {
      const { metricUuid, fingerprint, experimentId, projectId } = metric;
      const text = result && JSON.stringify(result);
      await sql`
        INSERT INTO experiment_results
          (project_id, experiment_id, metric_uuid, fingerprint, day, result, error)
        SELECT project_id, id, ${metricUuid}, ${fingerprint}, ${day}::date, ${text}::jsonb, ${error}
        FROM experiments WHERE id = ${experimentId} AND project_id = ${projectId}
        ON CONFLICT (experiment_id, metric_uuid, fingerprint, day) DO UPDATE
          SET result = excluded.result, error = excluded.error, updated_at = now()
      `.execute(unrecorded);
    },
  };
}

function columnsOf(metric: MetricReference) {
  return {
    project_id: metric.projectId,
    experiment_id: metric.experimentId,
    metric_uuid: metric.metricUuid,
    fingerprint: metric.fingerprint,
  };
}

async function deleteResults(tx: Writer, metric: MetricReference): Promise<void> {
  await tx
    .deleteFrom('experiment_results')
    .where((eb) => eb.and(columnsOf(metric)))
    .execute();
}

async function selectRecalculation(
  db: Pick<Writer, 'selectFrom'>,
  metric: MetricReference,
): Promise<ExperimentRecalculation | null> {
  const row = await db
    .selectFrom('experiment_recalculations')
    .selectAll()
    .where((eb) => eb.and(columnsOf(metric)))
    .executeTakeFirst();
  return row === undefined ? null : toRecalculation(row);
}

function toRecalculation(row: {
  readonly id: string;
  readonly project_id: number;
  readonly experiment_id: number;
  readonly metric: Document;
  readonly metric_uuid: string;
  readonly fingerprint: string;
  readonly status: ExperimentRecalculation['status'];
  readonly created_at: Date;
}): ExperimentRecalculation {
  return {
    id: row.id,
    projectId: row.project_id,
    experimentId: row.experiment_id,
    metric: row.metric,
    metricUuid: row.metric_uuid,
    fingerprint: row.fingerprint,
    status: row.status,
    createdAt: row.created_at,
  };
}
