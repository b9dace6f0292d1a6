import type { NumberedGroupType } from '@tidemark/postgres';
import type { EventCount, ImportedEvent, JsonObject } from '@tidemark/importers';

/** The response of the project API to a change. */
export interface ApiResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The project into which records and definitions are imported. */
export interface ImportTarget {
  /** Sends a request below `/api/projects/{id}/`. @throws if the API cannot be reached */
  call(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: JsonObject | readonly JsonObject[],
  ): Promise<ApiResponse>;
  /** Reads all objects of a list. */
  list(path: string): AsyncIterable<JsonObject>;
  /** Creates types of groups with these numbers. A type that exists, or whose number is used, is not changed. */
  claimGroupTypes(types: readonly NumberedGroupType[]): Promise<void>;
  /**
   * Writes to the ingest log, as capture does, and waits while it is full or, for half a minute, unavailable.
   *
   * @param imported see `LoggedEvent`
   * @returns the reasons of rejected events, one text per event
   */
  append(
    events: readonly ImportedEvent[],
    imported: 'event' | 'identity',
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Returns the age in ms of the oldest unprocessed event of any project; 0 if there is none. */
  backlogMs(): Promise<number>;
  countEvents(): Promise<readonly EventCount[]>;
  countPersons(): Promise<number>;
}
