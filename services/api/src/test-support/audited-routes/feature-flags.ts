import type { AuditedRequest } from './audited-request';

const EVERYONE = { groups: [{ properties: [], rollout_percentage: 100 }] };

export const featureFlags: readonly AuditedRequest[] = [
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
];
