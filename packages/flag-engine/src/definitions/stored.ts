import type { CohortDefinition, DefinedFlag } from './definition';

/** A flag as the metadata store returns it. */
export interface StoredFlag {
  readonly id: number;
  readonly projectId: number;
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly active: boolean;
  readonly deleted: boolean;
  readonly filters: unknown;
  readonly ensureExperienceContinuity: boolean | null;
  readonly evaluationRuntime: string | null;
  readonly evaluationContexts: readonly string[];
  readonly bucketingIdentifier: string | null;
  readonly hasEncryptedPayloads: boolean;
  /** The ids of the live experiments of the flag. */
  readonly experimentIds: readonly number[];
}

/** Converts a stored flag to the field names that the engine and SDKs read. */
export function toDefinition(flag: StoredFlag): DefinedFlag {
  return {
    id: flag.id,
    team_id: flag.projectId,
    key: flag.key,
    name: flag.name,
    version: flag.version,
    active: flag.active,
    deleted: flag.deleted,
    filters: flag.filters,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    evaluation_runtime: flag.evaluationRuntime,
    evaluation_contexts: flag.evaluationContexts,
    bucketing_identifier: flag.bucketingIdentifier,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    has_experiment: flag.experimentIds.length > 0,
  };
}

/** A cohort as the metadata store returns it. */
export interface StoredCohort {
  readonly id: number;
  readonly isStatic: boolean;
  readonly filters: unknown;
  readonly query: unknown;
  /** The version of the membership that can be read; null before the first calculation. */
  readonly version: number | null;
}

/** Converts a stored cohort to the field names that the engine reads. */
export function toCohortDefinition(cohort: StoredCohort): CohortDefinition {
  return {
    id: cohort.id,
    is_static: cohort.isStatic,
    filters: cohort.filters,
    query: cohort.query,
    has_membership: cohort.isStatic || cohort.version !== null,
  };
}
