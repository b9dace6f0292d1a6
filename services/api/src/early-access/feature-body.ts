import type { EarlyAccessFeatureBody } from '@tidemark/contracts';
import type { EarlyAccessFeature, FeatureFlag } from '@tidemark/postgres';
import { minimalFlag } from '../flag-evaluation/minimal-flag';
import { wireTime } from '../wire-time';
import { FEATURE_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

/** `flag` is null after the flag of the feature was deleted. */
export function featureBody(
  feature: EarlyAccessFeature,
  flag: FeatureFlag | null,
): EarlyAccessFeatureBody {
  return {
    id: feature.id,
    feature_flag: flag && minimalFlag(flag),
    ...wireFields(FEATURE_FIELDS.toWire(feature)),
    created_at: wireTime(feature.createdAt),
  };
}
