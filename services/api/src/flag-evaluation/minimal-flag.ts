import type { minimalFlagSchema } from '@tidemark/contracts';
import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { FeatureFlag } from '@tidemark/postgres';
import type { z } from 'zod';
import { withPayloads } from '../feature-flags/payload-secrets';

/** A flag with the fields that the toolbar shows. */
export function minimalFlag(flag: FeatureFlag): z.input<typeof minimalFlagSchema> {
  return {
    id: flag.id,
    team_id: flag.projectId,
    name: flag.name,
    key: flag.key,
    filters: { ...(flag.hasEncryptedPayloads ? redacted(flag.filters) : flag.filters) },
    deleted: flag.deleted,
    active: flag.active,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    version: flag.version,
    evaluation_runtime: flag.evaluationRuntime,
    evaluation_contexts: [...flag.evaluationContexts],
    evaluation_tags: [...flag.evaluationContexts],
    bucketing_identifier: flag.bucketingIdentifier,
    has_experiment: flag.experimentIds.length > 0,
  };
}

function redacted(filters: FeatureFlag['filters']): FeatureFlag['filters'] {
  return withPayloads(filters, () => REDACTED_PAYLOAD);
}
