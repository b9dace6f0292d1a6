import { sql } from 'kysely';
import type { SystemTableSelect } from './select';

/** The table with the project itself, without keys and tokens. */
export const teams: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('projects')
    .select(['id', 'name', 'timezone', 'week_start_day', 'test_account_filters'])
    .select(['created_at', 'updated_at'])
    .where('id', '=', projectId)
    .limit(limit)
    .execute();

/** The activity log, newest first, because only the first rows of a long log are read. */
export const activityLogs: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('activity_log')
    .select(['id', 'activity', 'item_id', 'scope', 'detail', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of batch exports, without their destinations and credentials. */
export const batchExports: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('batch_exports')
    .select(['id', 'name', 'model', 'destination_type', 'interval', 'paused', 'deleted'])
    .select(['start_at', 'end_at', 'last_paused_at', 'created_at', 'last_updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of backfills: runs that were requested for a time range. */
export const batchExportBackfills: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('batch_export_runs')
    .select(['backfill_id as id', 'batch_export_id', 'status', 'created_at', 'finished_at'])
    .select(['data_interval_start as start_at', 'data_interval_end as end_at', 'last_updated_at'])
    .select(
      sql`(SELECT sum(records_planned) FROM batch_export_parts
           WHERE run_id = batch_export_runs.id)`.as('total_records_count'),
    )
    .where('project_id', '=', projectId)
    .where('backfill_id', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
