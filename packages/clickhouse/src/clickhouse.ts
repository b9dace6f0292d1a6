import type { Readable } from 'node:stream';
import type { StatementSettings } from './settings';

export interface ColumnMeta {
  readonly name: string;
  /** ClickHouse type text, such as `Nullable(String)`. */
  readonly type: string;
}

export interface NamedQuery {
  /** Stable name for logs and metrics, such as `events_by_sort_key`. */
  readonly name: string;
  /** SELECT text without FORMAT; values only as `{name:Type}`. */
  readonly sql: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly settings?: StatementSettings;
  /**
   * The project of the statement. The statement runs as the tenant user, which can read only rows of this project, if
   * that user exists.
   */
  readonly projectId?: number;
  /** The query id in ClickHouse, unique among running queries; by default a random one. */
  readonly queryId?: string;
  /** Aborting rejects with ClickHouseAbortedError and kills the query in the engine. */
  readonly signal?: AbortSignal;
  /** Whether integers that a JavaScript number would round are returned as `WideInteger`. */
  readonly exactIntegers?: boolean;
  /**
   * A response with more bytes ends the query with the engine's error 396 (`TOO_MANY_ROWS_OR_BYTES`). The engine's own
   * limit counts a constant once, not once per row. Ignored if the parameters have more than 100,000 characters.
   */
  readonly maxResponseBytes?: number;
}

/** A SELECT whose result is returned in a format of the engine. */
export interface ByteQuery extends NamedQuery {
  /** One of the engine's output formats. */
  readonly format:
    | 'Parquet'
    | 'ArrowStream'
    | 'CSVWithNames'
    | 'TabSeparatedRaw'
    | 'JSONCompact'
    | 'JSONEachRow'
    | 'JSONCompactEachRowWithProgress'
    | 'RowBinary';
}

export interface QueryResult<Row> {
  /** Each row is an array of column values in the order of `meta`. */
  readonly rows: Row[];
  readonly meta: readonly ColumnMeta[];
  readonly statistics: {
    /** Seconds in the engine. */
    readonly elapsed: number;
    readonly rowsRead: number;
    readonly bytesRead: number;
  };
  readonly queryId: string;
}

export interface InsertOptions {
  /** Columns present in the rows; the others take their defaults. */
  readonly columns?: readonly string[];
  readonly settings?: StatementSettings;
  readonly queryId?: string;
  /**
   * The deduplication token of these rows: a table that stores tokens stores the rows once for any number of inserts
   * with the same token. By default, every insert has a different token.
   */
  readonly token?: string;
}

/** The client of ClickHouse: HTTP, one statement per call, settings that apply to that statement only. */
export interface ClickHouse {
  /** Null for a single node. */
  readonly cluster: string | null;
  /**
   * @throws ClickHouseQueryError, ClickHouseUnavailableError or ClickHouseAbortedError.
   */
  query<Row extends readonly unknown[]>(query: NamedQuery): Promise<QueryResult<Row>>;
  /**
   * Streams the bytes of a result while the engine writes them, with back-pressure. The stream fails if the query
   * fails after the first rows or is aborted; the received bytes are then incomplete. Destroying the stream ends the
   * query in the engine.
   *
   * @throws ClickHouseQueryError, ClickHouseUnavailableError or ClickHouseAbortedError, also in the
   * stream.
   */
  stream(query: ByteQuery): Promise<Readable>;
  /**
   * Inserts rows of JSONEachRow: objects, or text that is serialised already (one object per line),
   * which is sent as it is. Resolves when the rows are stored.
   */
  insertJsonEachRow(
    table: string,
    rows: readonly object[] | Buffer,
    options?: InsertOptions,
  ): Promise<void>;
  /**
   * Inserts rows of RowBinary (see `BinaryWriter`), whose values stand in the order of `columns`; JSON
   * columns take their text. The engine needs a quarter of the time that it needs for JSONEachRow.
   * Resolves when the rows are stored.
   */
  insertRowBinary(
    table: string,
    rows: Buffer,
    options: InsertOptions & { readonly columns: readonly string[] },
  ): Promise<void>;
  /**
   * Inserts blocks of the Native format (see `writeNativeBlock`), which name their columns. Resolves when
   * the rows are stored.
   */
  insertNative(
    table: string,
    blocks: Buffer,
    options: InsertOptions & { readonly columns: readonly string[] },
  ): Promise<void>;
  /** A statement without a result, such as DDL. */
  command(
    sql: string,
    options?: {
      readonly params?: Readonly<Record<string, unknown>>;
      readonly settings?: StatementSettings;
      readonly queryId?: string;
    },
  ): Promise<void>;
  /** Sends the request to end a query. Does not wait for its end; the query need not be running. */
  kill(queryId: string): Promise<void>;
  /** Resolves when the engine has run a query. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
