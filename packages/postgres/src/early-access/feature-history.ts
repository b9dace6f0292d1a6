import type { History } from '../activity-log/history';
import type { EarlyAccessFeature } from './early-access-feature';

/** Changes of features in the activity log. */
export const FEATURE_HISTORY: History<EarlyAccessFeature> = {
  scope: 'EarlyAccessFeature',
  nameOf: (feature) => feature.name,
  wireFields: (feature) => ({
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentation_url: feature.documentationUrl,
    payload: feature.payload,
  }),
};
