import type { EventCount, JsonObject, MapRecord } from '@tidemark/importers';

/** The position at which a stream continues after an interruption, in a format of the source. */
export type Cursor = Readonly<Record<string, unknown>>;

/** Records of a source, with the position after the last one. */
export interface Page {
  readonly records: readonly JsonObject[];
  /** Null if the stream cannot continue after this page; the progress is then stored with the next cursor. */
  readonly cursor: Cursor | null;
}

/** The records of one stream. The same cursor always returns the same records, or later ones. */
export interface RecordStream {
  readonly name: 'groups' | 'events' | 'persons';
  pages(from: Cursor | null, signal: AbortSignal): AsyncIterable<Page>;
}

/** Reads the definitions of a source, in the format of the project API. */
export interface DefinitionSource {
  /** Reads the objects of a list below `/api/projects/{id}/`. Empty if the source has no such list. */
  list(path: string, signal: AbortSignal): AsyncIterable<JsonObject>;
  /** Reads one object; null if the source does not have it. */
  get(path: string, signal: AbortSignal): Promise<JsonObject | null>;
}

/** The counts of a source, which are compared with those of the project. */
interface SourceCounts {
  readonly events: readonly EventCount[];
  readonly persons: number;
}

/** The name of a source, without a credential. */
export interface SourceName {
  /** As in `posthog`. */
  readonly kind: string;
  /** A name that is the same in every run. A run that was interrupted is continued by a run with its key. */
  readonly key: string;
  /** Shown with the run. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A source of imports. */
export interface ImportSource extends SourceName {
  /**
   * Returns the origin of the data, which is the same wherever they are read. Uuids of records without one are derived
   * from it, and the objects that were created for definitions are found by it.
   */
  origin(signal: AbortSignal): Promise<string>;
  readonly definitions: DefinitionSource | null;
  /** Returns the streams in the order in which they are imported. */
  streams(signal: AbortSignal): Promise<readonly RecordStream[]>;
  /** Maps a record of the stream `events`. */
  readonly mapEvent: MapRecord;
  /** Null if the source cannot count; events are then counted while they are read. */
  readonly counts: ((signal: AbortSignal) => Promise<SourceCounts>) | null;
  close(): void;
}

/** The source cannot be read, and another try would fail too: a key, URL or file is invalid. Users see the message. */
export class ImportSourceError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImportSourceError';
  }
}

/** The source has only records that complete those of other files. */
export class IncompleteSourceError extends ImportSourceError {
  constructor(message: string) {
    super(message);
    this.name = 'IncompleteSourceError';
  }
}

/** The key of the source may not read something, or the source does not offer it; other things can be read. */
export class ImportDeniedError extends ImportSourceError {
  constructor(message: string) {
    super(message);
    this.name = 'ImportDeniedError';
  }
}
