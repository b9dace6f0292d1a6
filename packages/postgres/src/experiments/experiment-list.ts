import type { ExperimentStatus } from '@tidemark/contracts';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { Experiment } from './experiment';
import { loadExperiments } from './load-experiments';

export const EXPERIMENT_ORDER_FIELDS = [
  'created_at',
  'updated_at',
  'name',
  'start_date',
  'end_date',
  'created_by',
  'duration',
  'status',
] as const;

/** A filter of experiments; absent fields do not restrict the result. */
export interface ExperimentListQuery {
  readonly status?: ExperimentStatus;
  readonly archived: boolean;
  readonly featureFlagId?: number;
  readonly createdById?: number;
  /** A part of the name or of the flag's key; the letter case is ignored. */
  readonly search?: string;
  /** If absent, newest first. */
  readonly order?: {
    readonly field: (typeof EXPERIMENT_ORDER_FIELDS)[number];
    readonly descending: boolean;
  };
  readonly page: PageRequest;
}

type Matches = SelectQueryBuilder<Schema, 'experiments', object>;

const IS_ON = sql<boolean>`EXISTS (
  SELECT 1 FROM feature_flags f WHERE f.id = experiments.feature_flag_id AND f.active
)`;

/** The conditions of each status in SQL; equivalent to `statusOf`. */
const HAS_STATUS = {
  draft: sql<boolean>`start_date IS NULL`,
  running: sql<boolean>`start_date IS NOT NULL AND end_date IS NULL AND ${IS_ON}`,
  paused: sql<boolean>`start_date IS NOT NULL AND end_date IS NULL AND NOT ${IS_ON}`,
  stopped: sql<boolean>`start_date IS NOT NULL AND end_date IS NOT NULL`,
} as const;

const SORT_KEYS = {
  created_at: sql`created_at`,
  updated_at: sql`updated_at`,
  name: sql`name`,
  start_date: sql`start_date`,
  end_date: sql`end_date`,
  created_by: sql`(
    SELECT coalesce(nullif(first_name, ''), email) FROM users
    WHERE users.id = experiments.created_by_id
  )`,
  duration: sql`coalesce(end_date, now()) - start_date`,
  status: sql`CASE WHEN start_date IS NULL THEN 0 WHEN end_date IS NULL THEN 1 ELSE 2 END`,
} as const;

/** The project's experiments that are not deleted and match the query; equal rows are ordered by id, newest first. */
export async function listExperiments(
  db: Reader,
  projectId: number,
  query: ExperimentListQuery,
): Promise<Page<Experiment>> {
  const { order, page } = query;
  const live = db
    .selectFrom('experiments')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .where('archived', '=', query.archived);
  const matches = filtered(live, query);
  const rows = matches
    .selectAll()
    .orderBy(SORT_KEYS[order?.field ?? 'created_at'], order?.descending === false ? 'asc' : 'desc')
    .orderBy('id', 'desc');
  const found = await readPage(matches, rows, page, (row) => row);
  return { count: found.count, rows: await loadExperiments(db, projectId, found.rows) };
}

function filtered(experiments: Matches, query: ExperimentListQuery): Matches {
  const { status, featureFlagId, createdById, search } = query;
  return experiments
    .$if(status !== undefined, (q) => q.where(HAS_STATUS[status ?? 'draft']))
    .$if(featureFlagId !== undefined, (q) => q.where('feature_flag_id', '=', featureFlagId ?? 0))
    .$if(createdById !== undefined, (q) => q.where('created_by_id', '=', createdById ?? 0))
    .$if(search !== undefined, (q) =>
      q.where((e) =>
        e.or([e('name', 'ilike', likePattern(search ?? '')), hasFlagLike(search ?? '')]),
      ),
    );
}

function hasFlagLike(search: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM feature_flags f
    WHERE f.id = experiments.feature_flag_id AND f.key ILIKE ${likePattern(search)}
  )`;
}
