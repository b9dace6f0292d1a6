import type { JsonObject } from './json';

/** One event in the form in which `/batch/` takes it. */
export interface ImportedEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly properties: JsonObject;
}

/**
 * The meaning of one record of a source: an event that is stored; changes of persons or groups that become no row; or
 * nothing, with the reason that the report shows.
 */
export type Imported =
  | {
      readonly kind: 'event';
      readonly event: ImportedEvent;
      readonly also?: readonly ImportedEvent[];
    }
  | { readonly kind: 'identity'; readonly events: readonly ImportedEvent[] }
  | { readonly kind: 'skipped'; readonly reason: string };

/** What a mapping knows besides the record. */
export interface ImportContext {
  /** A name of the source that never changes: uuids are made from it where the source has none. */
  readonly sourceKey: string;
  /** When the import was started, ms since the epoch: the time of properties that are current values. */
  readonly startedAt: number;
}

export type MapRecord = (record: JsonObject, context: ImportContext) => Imported;

export function skipped(reason: string): Imported {
  return { kind: 'skipped', reason };
}
