import type { JsonObject } from './json';

/** One event in the format of `/batch/`. */
export interface ImportedEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly properties: JsonObject;
}

/**
 * The result of mapping one record of a source: an event to store; changes of persons or groups, which are not stored as
 * events; or a skipped record with the reason for the report.
 */
export type Imported =
  | {
      readonly kind: 'event';
      readonly event: ImportedEvent;
      readonly also?: readonly ImportedEvent[];
    }
  | { readonly kind: 'identity'; readonly events: readonly ImportedEvent[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/** The data for a mapping in addition to the record. */
export interface ImportContext {
  /** The constant name of the origin of the data, from which uuids are computed if the records have none. */
  readonly origin: string;
  /** The start of the import, in ms since the epoch. It is used as the time of current property values. */
  readonly startedAt: number;
}

export type MapRecord = (record: JsonObject, context: ImportContext) => Imported;

export function skipped(reason: string): Imported {
  return { kind: 'skipped', reason };
}
