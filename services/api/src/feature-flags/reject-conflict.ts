import type { FeatureFlagWrite } from '@tidemark/contracts';
import type { FeatureFlag, FeatureFlagFields } from '@tidemark/postgres';
import { conflict, conflictingFields } from './flag-conflict';

/**
 * An update that is based on an older version must not undo a later change of another user.
 *
 * @param editors by user id
 * @throws ApiError 409
 */
export function rejectConflict(
  current: FeatureFlag,
  fields: Partial<FeatureFlagFields>,
  { version, original_flag: original }: FeatureFlagWrite,
  editors: ReadonlyMap<number, { readonly email: string }>,
): void {
  if (version === undefined || version === -1 || version === current.version) return;
  if (conflictingFields(wireNames(fields), original, wireNames(current)).length === 0) return;
  throw conflict(editors.get(current.lastModifiedById ?? 0)?.email ?? null);
}

/** The fields two people can change, by their names on the wire; what is absent stays out. */
function wireNames(fields: Partial<FeatureFlagFields>): Readonly<Record<string, unknown>> {
  const named = {
    key: fields.key,
    name: fields.name,
    filters: fields.filters,
    active: fields.active,
    deleted: fields.deleted,
    ensure_experience_continuity: fields.ensureExperienceContinuity,
    evaluation_runtime: fields.evaluationRuntime,
    bucketing_identifier: fields.bucketingIdentifier,
    evaluation_contexts: fields.evaluationContexts,
    tags: fields.tags,
    is_remote_configuration: fields.isRemoteConfiguration,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
