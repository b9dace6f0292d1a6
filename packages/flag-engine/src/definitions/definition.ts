/**
 * A flag as it is stored, in the spelling of the management API.
 *
 * The row's own columns are typed; `filters` is JSON that may have been written by any version of
 * any client, so it is read and checked when the flag is compiled.
 */
export interface FlagDefinition {
  readonly id: number;
  readonly key: string;
  /** Starts at 1, counted up by every update; null when unknown. */
  readonly version: number | null;
  readonly active: boolean;
  readonly deleted: boolean;
  readonly filters: unknown;
  readonly ensure_experience_continuity?: boolean | null;
  /** `client`, `server` or `all`; null and unknown texts mean `all`. */
  readonly evaluation_runtime?: string | null;
  /** Tags of which a request's contexts must name one; none means everywhere. */
  readonly evaluation_contexts?: readonly string[] | null;
  /** `device_id`, or the distinct id for anything else. */
  readonly bucketing_identifier?: string | null;
  /** Encrypted payloads appear as a marker. */
  readonly has_encrypted_payloads?: boolean;
  /** Is a live experiment linked to the flag? */
  readonly has_experiment?: boolean;
}

/** A stored flag with the columns that only SDKs need, besides those of evaluation. */
export interface DefinedFlag extends FlagDefinition {
  readonly team_id: number;
  /** Holds the description. */
  readonly name: string;
  readonly has_encrypted_payloads: boolean;
}

/** A live cohort as it is stored, as far as flags depend on it. */
export interface CohortDefinition {
  readonly id: number;
  readonly is_static: boolean;
  /** `{properties: {type, values}}`: JSON that may have been written by any version of any client. */
  readonly filters: unknown;
  /** A query that decides in place of filters; null or absent when there is none. */
  readonly query?: unknown;
  /**
   * Is there a membership to look up? Always for static cohorts; for those that are calculated, once
   * they have been.
   */
  readonly has_membership: boolean;
}
