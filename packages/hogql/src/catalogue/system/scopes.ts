import type { ScopeObject } from '@tidemark/contracts';
import type { InformationSchemaTable } from './information-schema';
import type { StoredTableName, SystemTableName } from './tables';

/** Tables named `system.*` whose rows are in ClickHouse. */
type StoredInClickHouse = 'system.groups' | 'system.ingestion_warnings';

/**
 * The REST resource whose rows a `system.*` table shows: a reader of the table needs the resource's `read` scope. A
 * new system table does not compile without an entry. Null: the table describes only data that the caller can read
 * anyway.
 */
export const SYSTEM_TABLE_SCOPES = {
  'system.actions': 'action',
  'system.activity_logs': 'activity_log',
  'system.annotations': 'annotation',
  'system.batch_export_backfills': 'batch_export',
  'system.batch_exports': 'batch_export',
  'system.cohorts': 'cohort',
  'system.dashboard_tiles': 'dashboard',
  'system.dashboards': 'dashboard',
  'system.data_modeling_views': 'warehouse_view',
  'system.data_warehouse_tables': 'warehouse_table',
  'system.early_access_features': 'early_access_feature',
  'system.event_definitions': 'event_definition',
  'system.feature_flags': 'feature_flag',
  'system.group_type_mappings': 'group',
  'system.groups': 'group',
  'system.information_schema.columns': null,
  'system.information_schema.data_types': null,
  'system.information_schema.relationships': null,
  'system.information_schema.tables': null,
  'system.ingestion_warnings': 'ingestion_warning',
  'system.insight_variables': 'insight',
  'system.insights': 'insight',
  'system.property_definitions': 'property_definition',
  'system.surveys': 'survey',
  'system.teams': 'project',
} as const satisfies Readonly<Record<StoredTableName | StoredInClickHouse, ScopeObject>> &
  Readonly<Record<InformationSchemaTable, null>>;

type ScopedTable = SystemTableName | StoredInClickHouse;

/** The resource whose `read` scope a table needs; null if every caller with access to queries can read it. */
export function scopeOfTable(name: string): ScopeObject | null {
  return Object.hasOwn(SYSTEM_TABLE_SCOPES, name) ? SYSTEM_TABLE_SCOPES[name as ScopedTable] : null;
}

/** Every resource that a system table shows, in alphabetical order. */
export const SYSTEM_TABLE_OBJECTS: readonly ScopeObject[] = [
  ...new Set(Object.values(SYSTEM_TABLE_SCOPES).filter((object) => object !== null)),
].sort();
