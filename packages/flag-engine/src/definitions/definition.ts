/**
 * A flag as it is stored, with the field names of the management API.
 *
 * The row's own columns are typed; `filters` is JSON that may have been written by any version of any client, so it
 * is read and checked when the flag is compiled.
 */
export interface FlagDefinition {
  readonly id: number;
  readonly key: string;
  /** Starts at 1 and grows by 1 with every update; null when unknown. */
  readonly version: number | null;
  readonly active: boolean;
  readonly deleted: boolean;
  readonly filters: unknown;
  readonly ensure_experience_continuity?: boolean | null;
  /** `client`, `server` or `all`; null and unknown texts mean `all`. */
  readonly evaluation_runtime?: string | null;
  /** Tags: a request must name one of them in its contexts. Null or empty means all contexts. */
  readonly evaluation_contexts?: readonly string[] | null;
  /** `device_id`; any other value means the distinct id. */
  readonly bucketing_identifier?: string | null;
  /** Whether payloads are encrypted; they then appear as a marker. */
  readonly has_encrypted_payloads?: boolean;
  /** Whether a live experiment is linked to the flag. */
  readonly has_experiment?: boolean;
}

/** A stored flag with the columns that only SDKs need, in addition to those for evaluation. */
export interface DefinedFlag extends FlagDefinition {
  readonly team_id: number;
  /** The description of the flag. */
  readonly name: string;
  readonly has_encrypted_payloads: boolean;
}

/** The stored fields of a live cohort that flags depend on. */
export interface CohortDefinition {
  readonly id: number;
  readonly is_static: boolean;
  /** `{properties: {type, values}}`: JSON that may have been written by any version of any client. */
  readonly filters: unknown;
  /** A query that defines the members in place of filters; null or absent when there is none. */
  readonly query?: unknown;
  /** Whether a stored membership exists: always for static cohorts, after the first calculation for others. */
  readonly has_membership: boolean;
}
