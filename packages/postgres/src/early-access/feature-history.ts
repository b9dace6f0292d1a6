import type { History } from '../activity-log/history';
import type { EarlyAccessFeature } from './early-access-feature';
import { FEATURE_FIELDS } from './early-access-feature';

/** Changes of features in the activity log. */
export const FEATURE_HISTORY: History<EarlyAccessFeature> = {
  scope: 'EarlyAccessFeature',
  nameOf: (feature) => feature.name,
  wireFields: (feature) => FEATURE_FIELDS.toWire(feature),
};
