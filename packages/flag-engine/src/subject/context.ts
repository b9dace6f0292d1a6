import type { JsonObject } from '../json';
import type { Clock } from '../operators/matcher';

/** The subject of a request with the properties that the request contains. */
export interface RequestFacts {
  readonly distinctId: string;
  /** `$device_id`; null or empty when unknown. */
  readonly deviceId: string | null;
  /** `$anon_distinct_id`: the id before the person was identified; null when not sent. */
  readonly anonDistinctId: string | null;
  /** Group keys by name of the group type; texts and numbers are usable, anything else is not. */
  readonly groups: JsonObject;
  /** Properties that win over stored ones. */
  readonly personPropertyOverrides: JsonObject;
  /** `$geoip_*` properties of the request's address; empty when there was no lookup. */
  readonly geoipProperties: JsonObject;
  /** Properties that win over stored ones, by name of the group type. */
  readonly groupPropertyOverrides: Readonly<Record<string, JsonObject>>;
}

/**
 * Everything that an evaluation reads. Null always means "could not be read": results that depend on it fail. Data
 * that was not needed (see `requiredData`) or does not exist is an empty object.
 */
export interface EvaluationContext extends RequestFacts, Clock {
  /** Names of the project's group types by index. */
  readonly groupTypes: Readonly<Record<number, string>> | null;
  /** Stored properties of the person. */
  readonly personProperties: JsonObject | null;
  /** Stored properties of the request's groups, by name of the group type. */
  readonly groupProperties: Readonly<Record<string, JsonObject | null>>;
  /** Stored hash keys by flag key, for flags that keep their value across identification. */
  readonly hashKeyOverrides: Readonly<Record<string, string>> | null;
  /** The ids of the cohorts of `requiredData` that the person is a member of. */
  readonly memberOf: ReadonlySet<number> | null;
}

/** The context of an evaluation that is in progress. */
export interface Subject extends EvaluationContext {
  /** Cohorts decided so far, by id. */
  readonly cohortResults: Map<number, boolean>;
}
