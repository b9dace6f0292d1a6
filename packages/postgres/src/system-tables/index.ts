import type { Database } from '../database';
import {
  actions,
  annotations,
  cohorts,
  dashboardTiles,
  dashboards,
  earlyAccessFeatures,
  featureFlags,
  insightVariables,
  insights,
  surveys,
} from './behaviour';
import { activityLogs, batchExportBackfills, batchExports, teams } from './project';
import type { SystemTableRow, SystemTableSelect } from './select';
import { eventDefinitions, groupTypeMappings, propertyDefinitions } from './taxonomy';
import { dataModelingViews, dataWarehouseTables } from './warehouse';

export type { SystemTableRow } from './select';

const SELECTS = {
  'system.actions': actions,
  'system.activity_logs': activityLogs,
  'system.annotations': annotations,
  'system.batch_export_backfills': batchExportBackfills,
  'system.batch_exports': batchExports,
  'system.cohorts': cohorts,
  'system.dashboard_tiles': dashboardTiles,
  'system.dashboards': dashboards,
  'system.data_modeling_views': dataModelingViews,
  'system.data_warehouse_tables': dataWarehouseTables,
  'system.early_access_features': earlyAccessFeatures,
  'system.event_definitions': eventDefinitions,
  'system.feature_flags': featureFlags,
  'system.group_type_mappings': groupTypeMappings,
  'system.insight_variables': insightVariables,
  'system.insights': insights,
  'system.property_definitions': propertyDefinitions,
  'system.surveys': surveys,
  'system.teams': teams,
} as const satisfies Readonly<Record<string, SystemTableSelect>>;

export type SystemTable = keyof typeof SELECTS;

/**
 * The rows of a table with a project's own definitions (`docs/wire/hogql-tables.md#system-list`). Every column is
 * listed explicitly, so that a new column with a secret does not become readable by accident.
 */
export function readSystemTable(
  { db }: Database,
  projectId: number,
  table: SystemTable,
  limit: number,
): Promise<readonly SystemTableRow[]> {
  return SELECTS[table](db, projectId, limit);
}
