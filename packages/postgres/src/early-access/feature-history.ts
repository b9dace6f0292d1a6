import type { History } from '../activity-log/history';
import type { EarlyAccessFeature } from './early-access-feature';
import { FEATURE_FIELDS } from './early-access-feature';

/** How early access features are logged. */
export const FEATURE_HISTORY: History<EarlyAccessFeature> = {
  scope: 'EarlyAccessFeature',
  nameOf: (feature) => feature.name,
  wireFields: (feature) => FEATURE_FIELDS.toWire(feature),
};
