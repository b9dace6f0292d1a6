import type { EventCount, ImportedEvent, JsonObject } from '@tidemark/importers';

/** The response of the project API to a change. */
export interface ApiResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The project that is filled. */
export interface ImportTarget {
  /** A request below `/api/projects/{id}/`. @throws when the product cannot be reached */
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: JsonObject): Promise<ApiResponse>;
  /** All objects of a list. */
  list(path: string): AsyncIterable<JsonObject>;
  /**
   * Writes to the ingest log, as capture does, and waits while it is full.
   *
   * @param imported see `LoggedEvent`
   * @returns why some events were not taken, one text for each of them
   */
  append(
    events: readonly ImportedEvent[],
    imported: 'event' | 'identity',
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Age in ms of the oldest event, of any project, that ingestion has not processed yet; 0: there is none. */
  backlogMs(): Promise<number>;
  countEvents(): Promise<readonly EventCount[]>;
  countPersons(): Promise<number>;
}
