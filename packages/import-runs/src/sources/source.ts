import type { EventCount, JsonObject, MapRecord } from '@tidemark/importers';

/** Where a stream goes on: what a source needs to find the place again after a process has died. */
export type Cursor = Readonly<Record<string, unknown>>;

/** Records of a source, with the place after the last of them. */
export interface Page {
  readonly records: readonly JsonObject[];
  /** Null: the stream cannot go on here. What is written is noted with the next place. */
  readonly cursor: Cursor | null;
}

/** The records of one kind. The same cursor always gives the same records, or later ones. */
export interface RecordStream {
  readonly name: 'groups' | 'events' | 'persons';
  pages(from: Cursor | null, signal: AbortSignal): AsyncIterable<Page>;
}

/** Reads the definitions of a source, in the shapes of the project API. */
export interface DefinitionSource {
  /** The objects of a list, below `/api/projects/{id}/`. Empty when the source has no such list. */
  list(path: string, signal: AbortSignal): AsyncIterable<JsonObject>;
  /** One object; null when the source has none. */
  get(path: string, signal: AbortSignal): Promise<JsonObject | null>;
}

/** The numbers of a source, with which those of the project are compared. */
interface SourceCounts {
  readonly events: readonly EventCount[];
  readonly persons: number;
}

/** What a source is called, without a credential. */
export interface SourceName {
  /** As in `posthog`. */
  readonly kind: string;
  /** A name that stays the same from run to run. */
  readonly key: string;
  /** Shown with the run. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** One place to import from. */
export interface ImportSource extends SourceName {
  readonly definitions: DefinitionSource | null;
  /** In the order in which they are imported. */
  streams(signal: AbortSignal): Promise<readonly RecordStream[]>;
  /** The meaning of a record of `events`. */
  readonly mapEvent: MapRecord;
  /** Null when the source does not count: the events are counted while they are read. */
  readonly counts: ((signal: AbortSignal) => Promise<SourceCounts>) | null;
  close(): void;
}

/** The source cannot be read, and another try would change nothing: a key, an address or a file is wrong. The message is shown. */
export class ImportSourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportSourceError';
  }
}
