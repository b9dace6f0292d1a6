import type { DefinedFlag } from '@tidemark/flag-engine';
import type { FeatureFlag } from '@tidemark/postgres';

/** A stored flag in the spelling that the engine and SDKs read. */
export function toDefinition(flag: FeatureFlag): DefinedFlag {
  return {
    id: flag.id,
    team_id: flag.projectId,
    name: flag.name,
    key: flag.key,
    version: flag.version,
    active: flag.active,
    deleted: flag.deleted,
    filters: flag.filters,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    evaluation_runtime: flag.evaluationRuntime,
    evaluation_contexts: flag.evaluationContexts,
    bucketing_identifier: flag.bucketingIdentifier,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
  };
}
