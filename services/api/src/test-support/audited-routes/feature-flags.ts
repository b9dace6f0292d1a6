import type { AuditedRequest } from './audited-request';

const HALF = { groups: [{ properties: [], rollout_percentage: 40 }] };

export const featureFlags: readonly AuditedRequest[] = [
  {
    route: 'feature_flags_create',
    request: ['POST', 'feature_flags/', { key: 'audited', filters: HALF }],
    logged: ['FeatureFlag', 'created'],
    makes: 'flag',
  },
  {
    route: 'feature_flags_partial_update',
    request: ['PATCH', 'feature_flags/{flag}/', { name: 'renamed' }],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_disable_create',
    request: ['POST', 'feature_flags/{flag}/disable/', {}],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_archive_create',
    request: ['POST', 'feature_flags/{flag}/archive/', {}],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_unarchive_create',
    request: ['POST', 'feature_flags/{flag}/unarchive/', {}],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_enable_create',
    request: ['POST', 'feature_flags/{flag}/enable/', {}],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'organizations_feature_flags_copy_flags_create',
    request: [
      'POST',
      '/api/organizations/@current/feature_flags/copy_flags/',
      { feature_flag_key: 'audited', from_project: 1, target_project_ids: ['{newer}'] },
    ],
    logged: ['FeatureFlag', 'created'],
  },
  {
    route: 'feature_flags_code_references_create',
    request: [
      'POST',
      'feature_flags/code_references/',
      { repository: 'shop', files: 1, references: [] },
    ],
    logged: ['FlagReferenceScan', 'created'],
  },
  {
    route: 'feature_flags_code_references_destroy',
    request: ['DELETE', 'feature_flags/code_references/?repository=shop'],
    logged: ['FlagReferenceScan', 'deleted'],
  },
  {
    route: 'feature_flags_create_static_cohort_for_flag',
    request: ['POST', 'feature_flags/{flag}/create_static_cohort_for_flag/', {}],
    logged: ['Cohort', 'created'],
  },
  {
    route: 'feature_flags_dashboard_create',
    request: ['POST', 'feature_flags/{flag}/dashboard/', {}],
    logged: ['Dashboard', 'created'],
  },
  {
    route: 'feature_flags_enrich_usage_dashboard_create',
    request: ['POST', 'feature_flags/{flag}/enrich_usage_dashboard/', {}],
    logged: ['Insight', 'created'],
  },
  {
    route: 'scheduled_changes_create',
    request: [
      'POST',
      'scheduled_changes/',
      {
        record_id: '{flag}',
        model_name: 'FeatureFlag',
        payload: { operation: 'update_status', value: false },
        scheduled_at: '2126-01-01T00:00:00Z',
      },
    ],
    logged: ['ScheduledChange', 'created'],
    makes: 'scheduled',
  },
  {
    route: 'scheduled_changes_partial_update',
    request: ['PATCH', 'scheduled_changes/{scheduled}/', { end_date: '2127-01-01T00:00:00Z' }],
    logged: ['ScheduledChange', 'updated'],
  },
  {
    route: 'scheduled_changes_destroy',
    request: ['DELETE', 'scheduled_changes/{scheduled}/'],
    logged: ['ScheduledChange', 'deleted'],
  },
  {
    route: 'guarded_rollouts_create',
    request: [
      'POST',
      'guarded_rollouts/',
      {
        feature_flag_id: '{flag}',
        steps: [{ percentage: 50, minutes: 60 }],
        metric: {
          kind: 'ExperimentMetric',
          metric_type: 'mean',
          source: { kind: 'EventsNode', event: 'signed up' },
        },
      },
    ],
    logged: ['GuardedRollout', 'created'],
    makes: 'rollout',
  },
  {
    route: 'guarded_rollouts_stop_create',
    request: ['POST', 'guarded_rollouts/{rollout}/stop/', {}],
    logged: ['GuardedRollout', 'updated'],
  },
  {
    route: 'feature_flags_bulk_update_tags_create',
    request: [
      'POST',
      'feature_flags/bulk_update_tags/',
      { ids: ['{flag}'], action: 'add', tags: ['of many'] },
    ],
    logged: ['FeatureFlag', 'updated'],
  },
  {
    route: 'feature_flags_bulk_delete',
    request: ['POST', 'feature_flags/bulk_delete/', { ids: ['{flag}'] }],
    logged: ['FeatureFlag', 'deleted'],
  },
];
