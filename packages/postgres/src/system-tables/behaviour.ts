import { sql } from 'kysely';
import type { SystemTableSelect } from './select';

/** The table of actions. */
export const actions: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('actions')
    .select(['id', 'name', 'description', 'tags', 'steps', 'steps as steps_json', 'deleted'])
    .select(['created_at', 'updated_at', 'last_calculated_at', 'pinned_at'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();

export const cohorts: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('cohorts')
    .select(['id', 'name', 'description', 'deleted', 'filters', 'groups', 'query'])
    .select(['created_at', 'last_calculation', 'version', 'count', 'is_static'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();

const ONLY_CONDITION = sql`filters -> 'groups' -> 0`;

/**
 * The table of flags. Encrypted payloads are not included; `rollout_percentage` is that of a flag with one condition.
 */
export const featureFlags: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('feature_flags')
    .select(['id', 'key', 'name', 'active', 'deleted', 'version', 'tags'])
    .select(
      sql`CASE WHEN has_encrypted_payloads THEN filters - 'payloads' ELSE filters END`.as(
        'filters',
      ),
    )
    .select(
      sql`CASE WHEN ${ONLY_CONDITION} IS NOT NULL AND filters -> 'groups' -> 1 IS NULL
            AND jsonb_typeof(${ONLY_CONDITION} -> 'rollout_percentage') = 'number'
          THEN ${ONLY_CONDITION} ->> 'rollout_percentage' END`.as('rollout_percentage'),
    )
    .select(['created_at', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();

export const earlyAccessFeatures: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('early_access_features')
    .select(['id', 'name', 'description', 'stage', 'documentation_url', 'payload'])
    .select(['feature_flag_id', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const surveys: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('surveys')
    .select(['id', 'name', 'description', 'type', 'questions', 'conditions', 'appearance'])
    .select(['schedule', 'linked_flag_id', 'targeting_flag_id', 'start_date', 'end_date'])
    .select(['archived', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of insights. */
export const insights: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('insights')
    .select(['id', 'short_id', 'name', 'derived_name', 'description', 'query', 'tags'])
    // Older PostHog insights have filters instead of queries; here all insights are queries, and no metadata of
    // queries is stored.
    .select([sql`'{}'::jsonb`.as('filters'), sql`NULL`.as('query_metadata')])
    .select(['favorited', 'saved', 'deleted', 'created_at', 'created_by_id', 'updated_at'])
    .select(['last_modified_at', 'last_modified_by_id'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of dashboards; their insights are in `system.insights`. */
export const dashboards: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('dashboards')
    .select(['id', 'name', 'description', 'pinned', 'tags', 'filters', 'variables'])
    .select(['creation_mode', 'deleted', 'created_at', 'updated_at', 'last_accessed_at'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of tiles with insights and texts. PostHog also has buttons. */
export const dashboardTiles: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('dashboard_tiles as tile')
    .innerJoin('dashboards as dashboard', 'dashboard.id', 'tile.dashboard_id')
    .select(['tile.id', 'tile.dashboard_id', 'tile.insight_id', 'tile.layouts', 'tile.color'])
    .select(['tile.show_description', 'tile.transparent_background', 'tile.filters_overrides'])
    .select(['tile.deleted'])
    .where('dashboard.project_id', '=', projectId)
    .orderBy('tile.id')
    .limit(limit)
    .execute();

/** The table of variables for statements. */
export const insightVariables: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('insight_variables')
    .select(['id', 'name', 'type', 'code_name', 'values', 'default_value', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The table of annotations. The insight's column is `dashboard_item_id`, PostHog's older name of insights. */
export const annotations: SystemTableSelect = (db, projectId, limit) =>
  db
    .selectFrom('annotations')
    .select(['id', 'content', 'scope', 'creation_type', 'date_marker'])
    .select(['insight_id as dashboard_item_id', 'dashboard_id', 'created_by_id', 'deleted'])
    .select(['created_at', 'updated_at'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .limit(limit)
    .execute();
