import { REDACTED_PAYLOAD } from '@tidemark/contracts';
import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { FeatureFlag } from './feature-flag';

const SCOPE = 'FeatureFlag';

/** How the log tells a change of a flag; `before` is null for a new one. */
export function flagActivity(before: FeatureFlag | null, after: FeatureFlag): NewActivity {
  const restored = before?.deleted === true && !after.deleted;
  return {
    projectId: after.projectId,
    userId: after.lastModifiedById,
    scope: SCOPE,
    itemId: String(after.id),
    activity:
      before === null
        ? 'created'
        : restored
          ? 'restored'
          : after.deleted && !before.deleted
            ? 'deleted'
            : 'updated',
    detail: {
      name: after.key,
      changes: before === null ? [] : fieldChanges(SCOPE, wireFields(before), wireFields(after)),
    },
  };
}

/** The fields whose changes are told, by their names on the wire. */
function wireFields(flag: FeatureFlag): Readonly<Record<string, unknown>> {
  return {
    key: flag.key,
    name: flag.name,
    filters: flag.hasEncryptedPayloads ? redacted(flag.filters) : flag.filters,
    active: flag.active,
    deleted: flag.deleted,
    version: flag.version,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    evaluation_contexts: flag.evaluationContexts,
    tags: flag.tags,
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
  };
}

/** A history outlives keys and readers: it holds no payload that was to be kept from sight. */
function redacted(filters: FeatureFlag['filters']): FeatureFlag['filters'] {
  const { payloads } = filters;
  if (typeof payloads !== 'object' || payloads === null) return filters;
  const markers = Object.keys(payloads).map((key) => [key, REDACTED_PAYLOAD]);
  return { ...filters, payloads: Object.fromEntries(markers) as object };
}
