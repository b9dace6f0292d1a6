import type { EarlyAccessFeatureBody, EarlyAccessUpdate } from '@tidemark/contracts';
import type { EarlyAccessFeature, EarlyAccessFeatureFields, FeatureFlag } from '@tidemark/postgres';
import { minimalFlag } from '../flag-evaluation/minimal-flag';
import { wireTime } from '../wire-time';

/** `flag` is null once the feature's flag is gone. */
export function featureBody(
  feature: EarlyAccessFeature,
  flag: FeatureFlag | null,
): EarlyAccessFeatureBody {
  return {
    id: feature.id,
    feature_flag: flag && minimalFlag(flag),
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentation_url: feature.documentationUrl,
    payload: { ...feature.payload },
    created_at: wireTime(feature.createdAt),
  };
}

/** The fields a body names, as the store keeps them; what it leaves out stays out. */
export function toFeatureFields(body: EarlyAccessUpdate): Partial<EarlyAccessFeatureFields> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.stage !== undefined && { stage: body.stage }),
    ...(body.documentation_url !== undefined && { documentationUrl: body.documentation_url }),
    ...(body.payload !== undefined && { payload: body.payload }),
  };
}
