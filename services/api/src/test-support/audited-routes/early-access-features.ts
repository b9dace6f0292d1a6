import type { AuditedRequest } from './audited-request';

export const earlyAccessFeatures: readonly AuditedRequest[] = [
  {
    route: 'early_access_feature_create',
    request: ['POST', 'early_access_feature/', { name: 'Board', stage: 'concept' }],
    logged: ['EarlyAccessFeature', 'created'],
    makes: 'feature',
  },
  {
    route: 'early_access_feature_partial_update',
    request: ['PATCH', 'early_access_feature/{feature}/', { description: 'soon' }],
    logged: ['EarlyAccessFeature', 'updated'],
  },
  {
    route: 'early_access_feature_destroy',
    request: ['DELETE', 'early_access_feature/{feature}/'],
    logged: ['EarlyAccessFeature', 'deleted'],
  },
];
