import type { ActivityScope } from '@tidemark/contracts';

/** One request that changes something, and how the activity log tells it. */
export interface AuditedRequest {
  /** Operation id of the route. */
  readonly route: string;
  /** `{name}` stands for what an earlier request made; paths are below the project's unless they begin with `/api/`. */
  readonly request: readonly [method: string, path: string, body?: object];
  readonly told: readonly [scope: ActivityScope, activity: string];
  /** Under which name what it made is known: the field `id` of the answer, or another one. */
  readonly makes?: string;
  readonly field?: string;
}

const EVERYONE = { groups: [{ properties: [], rollout_percentage: 100 }] };
const NODE = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'seen' }] },
};
const JOIN = {
  source_table_name: 'events',
  source_table_key: 'event',
  joining_table_name: 'a_view',
  joining_table_key: 'event',
  field_name: 'joined',
};

const ofProject: readonly AuditedRequest[] = [
  {
    route: 'projects_partial_update',
    request: ['PATCH', '', { name: 'Renamed' }],
    told: ['Team', 'updated'],
  },
  {
    route: 'projects_reset_token_partial_update',
    request: ['PATCH', 'reset_token/', {}],
    told: ['Team', 'updated'],
    makes: 'secret1',
    field: 'api_token',
  },
  {
    route: 'projects_rotate_secret_token',
    request: ['PATCH', 'rotate_secret_token/', {}],
    told: ['Team', 'updated'],
    makes: 'secret2',
    field: 'secret_api_token',
  },
  {
    route: 'projects_delete_secret_token_backup',
    request: ['PATCH', 'delete_secret_token_backup/', {}],
    told: ['Team', 'updated'],
  },
  {
    route: 'project_secret_api_keys_create',
    request: ['POST', 'project_secret_api_keys/', { label: 'server', scopes: ['query:read'] }],
    told: ['ProjectSecretAPIKey', 'created'],
    makes: 'secretKey',
  },
  {
    route: 'project_secret_api_keys_partial_update',
    request: ['PATCH', 'project_secret_api_keys/{secretKey}/', { label: 'other' }],
    told: ['ProjectSecretAPIKey', 'updated'],
  },
  {
    route: 'project_secret_api_keys_roll',
    request: ['POST', 'project_secret_api_keys/{secretKey}/roll/', {}],
    told: ['ProjectSecretAPIKey', 'updated'],
    makes: 'secret3',
    field: 'value',
  },
  {
    route: 'project_secret_api_keys_destroy',
    request: ['DELETE', 'project_secret_api_keys/{secretKey}/'],
    told: ['ProjectSecretAPIKey', 'deleted'],
  },
];

const ofOrganization: readonly AuditedRequest[] = [
  {
    route: 'projects_create',
    request: ['POST', '/api/projects/', { name: 'New' }],
    told: ['Team', 'created'],
  },
  {
    route: 'organizations_projects_create',
    request: ['POST', '/api/organizations/@current/projects/', { name: 'Newer' }],
    told: ['Team', 'created'],
    makes: 'newer',
  },
  {
    route: 'organizations_projects_partial_update',
    request: ['PATCH', '/api/organizations/@current/projects/{newer}/', { name: 'Newest' }],
    told: ['Team', 'updated'],
  },
  {
    route: 'personal_api_keys_create',
    request: ['POST', '/api/personal_api_keys/', { label: 'mine', scopes: ['query:read'] }],
    told: ['PersonalAPIKey', 'created'],
    makes: 'key',
  },
  {
    route: 'personal_api_keys_partial_update',
    request: ['PATCH', '/api/personal_api_keys/{key}/', { scopes: ['action:read'] }],
    told: ['PersonalAPIKey', 'updated'],
  },
  {
    route: 'personal_api_keys_roll',
    request: ['POST', '/api/personal_api_keys/{key}/roll/', {}],
    told: ['PersonalAPIKey', 'updated'],
    makes: 'secret4',
    field: 'value',
  },
  {
    route: 'personal_api_keys_destroy',
    request: ['DELETE', '/api/personal_api_keys/{key}/'],
    told: ['PersonalAPIKey', 'deleted'],
  },
  {
    route: 'login_create',
    request: ['POST', '/api/login/', { email: 'admin@localhost', password: 'a long password' }],
    told: ['User', 'logged_in'],
    makes: 'secret5',
    field: 'refresh_token',
  },
  {
    route: 'logout_create',
    request: ['POST', '/api/logout/', { refresh_token: '{secret5}' }],
    told: ['User', 'logged_out'],
  },
];

const ofTaxonomy: readonly AuditedRequest[] = [
  {
    route: 'event_definitions_create',
    request: ['POST', 'event_definitions/', { name: 'planned' }],
    told: ['EventDefinition', 'created'],
    makes: 'event',
  },
  {
    route: 'event_definitions_partial_update',
    request: ['PATCH', 'event_definitions/{event}/', { description: 'to come' }],
    told: ['EventDefinition', 'updated'],
  },
  {
    route: 'event_definitions_destroy',
    request: ['DELETE', 'event_definitions/{event}/'],
    told: ['EventDefinition', 'deleted'],
  },
  {
    route: 'property_definitions_partial_update',
    request: ['PATCH', 'property_definitions/{property}/', { description: 'which plan' }],
    told: ['PropertyDefinition', 'updated'],
  },
  {
    route: 'property_definitions_destroy',
    request: ['DELETE', 'property_definitions/{property}/'],
    told: ['PropertyDefinition', 'deleted'],
  },
  {
    route: 'annotations_create',
    request: [
      'POST',
      'annotations/',
      { content: 'Launch', scope: 'project', date_marker: '2026-01-01T00:00:00Z' },
    ],
    told: ['Annotation', 'created'],
    makes: 'annotation',
  },
  {
    route: 'annotations_partial_update',
    request: ['PATCH', 'annotations/{annotation}/', { content: 'Relaunch' }],
    told: ['Annotation', 'updated'],
  },
  {
    route: 'groups_types_update_metadata_partial_update',
    request: [
      'PATCH',
      'groups_types/update_metadata/',
      [{ group_type_index: 0, name_plural: 'Firms' }],
    ],
    told: ['GroupType', 'updated'],
  },
  {
    route: 'groups_types_set_default_columns_update',
    request: [
      'PUT',
      'groups_types/set_default_columns/',
      { group_type_index: 0, default_columns: ['name'] },
    ],
    told: ['GroupType', 'updated'],
  },
  {
    route: 'groups_create',
    request: [
      'POST',
      'groups/',
      { group_type_index: 0, group_key: 'acme', group_properties: { size: 3 } },
    ],
    told: ['Group', 'create_group'],
  },
  {
    route: 'groups_update_property_create',
    request: [
      'POST',
      'groups/update_property/?group_type_index=0&group_key=acme',
      { key: 'size', value: 4 },
    ],
    told: ['Group', 'update_property'],
  },
  {
    route: 'groups_delete_property_create',
    request: [
      'POST',
      'groups/delete_property/?group_type_index=0&group_key=acme',
      { $unset: 'size' },
    ],
    told: ['Group', 'update_property'],
  },
  {
    route: 'groups_types_destroy',
    request: ['DELETE', 'groups_types/0/'],
    told: ['GroupType', 'deleted'],
  },
];

const ofPersons: readonly AuditedRequest[] = [
  {
    route: 'persons_partial_update',
    request: ['PATCH', 'persons/{ann}/', { properties: { plan: 'whispered' } }],
    told: ['Person', 'updated'],
  },
  {
    route: 'persons_update_property',
    request: ['POST', 'persons/{ann}/update_property/', { key: 'town', value: 'whispered' }],
    told: ['Person', 'updated'],
  },
  {
    route: 'persons_delete_property',
    request: ['POST', 'persons/{ann}/delete_property/', { $unset: 'town' }],
    told: ['Person', 'updated'],
  },
  {
    route: 'cohorts_create',
    request: ['POST', 'cohorts/', { name: 'Some', is_static: true }],
    told: ['Cohort', 'created'],
    makes: 'cohort',
  },
  {
    route: 'cohorts_partial_update',
    request: ['PATCH', 'cohorts/{cohort}/', { name: 'Few' }],
    told: ['Cohort', 'updated'],
  },
  {
    route: 'cohorts_add_persons_to_static_cohort',
    request: ['PATCH', 'cohorts/{cohort}/add_persons_to_static_cohort/', { person_ids: ['{ann}'] }],
    told: ['Cohort', 'persons_added_manually'],
  },
  {
    route: 'cohorts_remove_person_from_static_cohort',
    request: [
      'PATCH',
      'cohorts/{cohort}/remove_person_from_static_cohort/',
      { person_id: '{ann}' },
    ],
    told: ['Cohort', 'person_removed_manually'],
  },
  {
    route: 'persons_split',
    request: ['POST', 'persons/{ann}/split/', {}],
    told: ['Person', 'split_person'],
  },
  {
    route: 'persons_delete_events',
    request: ['POST', 'persons/{ann}/delete_events/'],
    told: ['Person', 'updated'],
  },
  { route: 'persons_destroy', request: ['DELETE', 'persons/{ann}/'], told: ['Person', 'deleted'] },
  {
    route: 'persons_bulk_delete',
    request: ['POST', 'persons/bulk_delete/', { ids: ['{bob}'] }],
    told: ['Person', 'deleted'],
  },
];

const ofFlags: readonly AuditedRequest[] = [
  {
    route: 'feature_flags_create',
    request: ['POST', 'feature_flags/', { key: 'audited', filters: EVERYONE }],
    told: ['FeatureFlag', 'created'],
    makes: 'flag',
  },
  {
    route: 'feature_flags_partial_update',
    request: ['PATCH', 'feature_flags/{flag}/', { name: 'told' }],
    told: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_disable_create',
    request: ['POST', 'feature_flags/{flag}/disable/', {}],
    told: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_enable_create',
    request: ['POST', 'feature_flags/{flag}/enable/', {}],
    told: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_create_static_cohort_for_flag',
    request: ['POST', 'feature_flags/{flag}/create_static_cohort_for_flag/', {}],
    told: ['Cohort', 'created'],
  },
  {
    route: 'feature_flags_dashboard_create',
    request: ['POST', 'feature_flags/{flag}/dashboard/', {}],
    told: ['Dashboard', 'created'],
  },
  {
    route: 'feature_flags_enrich_usage_dashboard_create',
    request: ['POST', 'feature_flags/{flag}/enrich_usage_dashboard/', {}],
    told: ['Insight', 'created'],
  },
  {
    route: 'feature_flags_bulk_delete',
    request: ['POST', 'feature_flags/bulk_delete/', { ids: ['{flag}'] }],
    told: ['FeatureFlag', 'deleted'],
  },
  {
    route: 'early_access_feature_create',
    request: ['POST', 'early_access_feature/', { name: 'Board', stage: 'concept' }],
    told: ['EarlyAccessFeature', 'created'],
    makes: 'feature',
  },
  {
    route: 'early_access_feature_partial_update',
    request: ['PATCH', 'early_access_feature/{feature}/', { description: 'soon' }],
    told: ['EarlyAccessFeature', 'updated'],
  },
  {
    route: 'early_access_feature_destroy',
    request: ['DELETE', 'early_access_feature/{feature}/'],
    told: ['EarlyAccessFeature', 'deleted'],
  },
  {
    route: 'surveys_create',
    request: [
      'POST',
      'surveys/',
      { name: 'NPS', type: 'popover', questions: [{ type: 'open', question: 'Well?' }] },
    ],
    told: ['Survey', 'created'],
    makes: 'survey',
  },
  {
    route: 'surveys_partial_update',
    request: ['PATCH', 'surveys/{survey}/', { name: 'Score' }],
    told: ['Survey', 'updated'],
  },
  {
    route: 'surveys_destroy',
    request: ['DELETE', 'surveys/{survey}/'],
    told: ['Survey', 'deleted'],
  },
];

const ofAnalyses: readonly AuditedRequest[] = [
  {
    route: 'actions_create',
    request: ['POST', 'actions/', { name: 'Bought', steps: [{ event: 'bought' }] }],
    told: ['Action', 'created'],
    makes: 'action',
  },
  {
    route: 'actions_partial_update',
    request: ['PATCH', 'actions/{action}/', { description: 'paid' }],
    told: ['Action', 'updated'],
  },
  {
    route: 'actions_migrate_create',
    request: ['POST', 'actions/{action}/migrate/', { description: 'paid up' }],
    told: ['Action', 'updated'],
  },
  {
    route: 'actions_bulk_update_tags_create',
    request: [
      'POST',
      'actions/bulk_update_tags/',
      { ids: ['{action}'], action: 'add', tags: ['money'] },
    ],
    told: ['Action', 'updated'],
  },
  {
    route: 'dashboards_create',
    request: ['POST', 'dashboards/', { name: 'One' }],
    told: ['Dashboard', 'created'],
    makes: 'one',
  },
  {
    route: 'dashboards_partial_update',
    request: ['PATCH', 'dashboards/{one}/', { description: 'the first' }],
    told: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_create',
    request: ['POST', 'dashboards/', { name: 'Two' }],
    told: ['Dashboard', 'created'],
    makes: 'two',
  },
  {
    route: 'insights_create',
    request: ['POST', 'insights/', { name: 'Seen', query: NODE, dashboards: ['{one}'] }],
    told: ['Insight', 'created'],
    makes: 'insight',
  },
  {
    route: 'insights_partial_update',
    request: ['PATCH', 'insights/{insight}/', { description: 'how often' }],
    told: ['Insight', 'updated'],
  },
  {
    route: 'dashboards_reorder_tiles_create',
    request: ['POST', 'dashboards/{one}/reorder_tiles/', { tile_order: ['{tile}'] }],
    told: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_copy_tile_create',
    request: [
      'POST',
      'dashboards/{two}/copy_tile/',
      { fromDashboardId: '{one}', tileId: '{tile}' },
    ],
    told: ['Dashboard', 'updated'],
  },
  {
    route: 'dashboards_move_tile_partial_update',
    request: [
      'PATCH',
      'dashboards/{one}/move_tile/',
      { tile: { id: '{tile}' }, toDashboard: '{two}' },
    ],
    told: ['Dashboard', 'updated'],
  },
  {
    route: 'insight_variables_create',
    request: [
      'POST',
      'insight_variables/',
      { name: 'Country', type: 'String', default_value: 'DE' },
    ],
    told: ['InsightVariable', 'created'],
    makes: 'variable',
  },
  {
    route: 'insight_variables_partial_update',
    request: ['PATCH', 'insight_variables/{variable}/', { default_value: 'FR' }],
    told: ['InsightVariable', 'updated'],
  },
  {
    route: 'insight_variables_destroy',
    request: ['DELETE', 'insight_variables/{variable}/'],
    told: ['InsightVariable', 'deleted'],
  },
];

const ofWarehouse: readonly AuditedRequest[] = [
  {
    route: 'warehouse_saved_queries_create',
    request: [
      'POST',
      'warehouse_saved_queries/',
      { name: 'a_view', query: { kind: 'HogQLQuery', query: 'select event from events' } },
    ],
    told: ['DataWarehouseSavedQuery', 'created'],
    makes: 'view',
  },
  {
    route: 'warehouse_saved_queries_partial_update',
    request: [
      'PATCH',
      'warehouse_saved_queries/{view}/',
      { query: { kind: 'HogQLQuery', query: 'select event, uuid from events' } },
    ],
    told: ['DataWarehouseSavedQuery', 'updated'],
  },
  {
    route: 'warehouse_view_link_create',
    request: ['POST', 'warehouse_view_link/', JOIN],
    told: ['DataWarehouseJoin', 'created'],
    makes: 'join',
  },
  {
    route: 'warehouse_view_link_partial_update',
    request: ['PATCH', 'warehouse_view_link/{join}/', { field_name: 'linked' }],
    told: ['DataWarehouseJoin', 'updated'],
  },
  {
    route: 'warehouse_view_link_destroy',
    request: ['DELETE', 'warehouse_view_link/{join}/'],
    told: ['DataWarehouseJoin', 'deleted'],
  },
  {
    route: 'warehouse_saved_queries_destroy',
    request: ['DELETE', 'warehouse_saved_queries/{view}/'],
    told: ['DataWarehouseSavedQuery', 'deleted'],
  },
  {
    route: 'warehouse_tables_create',
    request: [
      'POST',
      'warehouse_tables/',
      { name: 'sales', format: 'CSVWithNames', url_pattern: 'file:///sales.csv' },
    ],
    told: ['DataWarehouseTable', 'created'],
    makes: 'table',
  },
  {
    route: 'warehouse_tables_partial_update',
    request: ['PATCH', 'warehouse_tables/{table}/', { name: 'takings' }],
    told: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_refresh',
    request: ['POST', 'warehouse_tables/{table}/refresh/', {}],
    told: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_refresh_schema',
    request: ['POST', 'warehouse_tables/{table}/refresh_schema/', {}],
    told: ['DataWarehouseTable', 'refreshed'],
  },
  {
    route: 'warehouse_tables_update_schema',
    request: ['POST', 'warehouse_tables/{table}/update_schema/', { updates: { a: 'string' } }],
    told: ['DataWarehouseTable', 'updated'],
  },
  {
    route: 'warehouse_tables_destroy',
    request: ['DELETE', 'warehouse_tables/{table}/'],
    told: ['DataWarehouseTable', 'deleted'],
  },
  {
    route: 'warehouse_tables_file',
    request: ['POST', 'warehouse_tables/file/'],
    told: ['DataWarehouseTable', 'created'],
  },
];

const EXPORT = {
  name: 'Nightly',
  interval: 'hour',
  destination: {
    type: 'S3',
    config: {
      bucket_name: 'bucket',
      region: 'us-east-1',
      aws_access_key_id: 'whispered',
      aws_secret_access_key: 'whispered',
    },
  },
};

const ofExports: readonly AuditedRequest[] = [
  {
    route: 'batch_exports_create',
    request: ['POST', 'batch_exports/', EXPORT],
    told: ['BatchExport', 'created'],
    makes: 'export',
  },
  {
    route: 'batch_exports_partial_update',
    request: [
      'PATCH',
      'batch_exports/{export}/',
      {
        destination: {
          type: 'S3',
          config: { ...EXPORT.destination.config, aws_secret_access_key: 'whispered anew' },
        },
      },
    ],
    told: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_pause',
    request: ['POST', 'batch_exports/{export}/pause/', {}],
    told: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_unpause',
    request: ['POST', 'batch_exports/{export}/unpause/', {}],
    told: ['BatchExport', 'updated'],
  },
  {
    route: 'batch_exports_backfill',
    request: ['POST', 'batch_exports/{export}/backfill/', {}],
    told: ['BatchExport', 'backfill_created'],
    makes: 'firstBackfill',
    field: 'backfill_id',
  },
  {
    route: 'batch_export_backfills_create',
    request: ['POST', 'batch_exports/{export}/backfills/', {}],
    told: ['BatchExport', 'backfill_created'],
    makes: 'backfill',
    field: 'backfill_id',
  },
  {
    route: 'batch_export_backfills_cancel',
    request: ['POST', 'batch_exports/{export}/backfills/{backfill}/cancel/', {}],
    told: ['BatchExport', 'run_cancelled'],
  },
  {
    route: 'batch_export_runs_retry',
    request: ['POST', 'batch_exports/{export}/runs/{run}/retry/', {}],
    told: ['BatchExport', 'run_retried'],
  },
  {
    route: 'batch_export_runs_cancel',
    request: ['POST', 'batch_exports/{export}/runs/{run}/cancel/', {}],
    told: ['BatchExport', 'run_cancelled'],
  },
  {
    route: 'batch_exports_destroy',
    request: ['DELETE', 'batch_exports/{export}/'],
    told: ['BatchExport', 'deleted'],
  },
];

/** In order: later ones build on what earlier ones made. */
export const AUDITED: readonly AuditedRequest[] = [
  ...ofProject,
  ...ofOrganization,
  ...ofTaxonomy,
  ...ofPersons,
  ...ofFlags,
  ...ofAnalyses,
  ...ofWarehouse,
  ...ofExports,
];

const READS = 'asks, and changes nothing';
const REFUSED = 'is always refused';

/** Routes that look as if they changed something, and why the log is silent about them. */
export const EXEMPT: Readonly<Record<string, string>> = {
  actions_preview_create: READS,
  feature_flags_bulk_keys: READS,
  feature_flags_dry_run: READS,
  feature_flags_user_blast_radius: READS,
  feature_flags_test_evaluation_create: READS,
  mcp_tools_create: READS,
  persons_batch_by_distinct_ids: READS,
  query_create: READS,
  query_create_of_kind: READS,
  query_chat_create: READS,
  query_check_auth_for_async: READS,
  query_upgrade: READS,
  warehouse_view_link_validate_create: READS,
  actions_destroy: REFUSED,
  annotations_destroy: REFUSED,
  cohorts_destroy: REFUSED,
  dashboards_destroy: REFUSED,
  feature_flags_destroy: REFUSED,
  insights_destroy: REFUSED,
  insights_cancel_create: 'ends a query, which the log of queries tells',
  query_destroy: 'ends a query, which the log of queries tells',
  insights_viewed_create: 'notes that somebody looked',
  insights_viewed_create_many: 'notes that somebody looked',
  login_refresh: 'goes on with a login that was told',
};
