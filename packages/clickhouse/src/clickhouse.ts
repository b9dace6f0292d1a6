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
   * The project that asked for the statement: it runs as the tenant user, who sees rows of this project only,
   * where that user is there.
   */
  readonly projectId?: number;
  /** Our own id, unique while it runs; made when absent. */
  readonly queryId?: string;
  /** Aborting rejects with ClickHouseAbortedError and kills the query in the engine. */
  readonly signal?: AbortSignal;
  /** Integers that a number would round come as `WideInteger`. */
  readonly exactIntegers?: boolean;
}

/** A SELECT whose result is wanted as the engine writes it. */
export interface ByteQuery extends NamedQuery {
  /** One of the engine's output formats. */
  readonly format:
    | 'Parquet'
    | 'ArrowStream'
    | 'CSVWithNames'
    | 'TabSeparatedRaw'
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
   * Names these very rows: a table that remembers tokens stores them once, however often they are inserted under
   * it. Without one, every insert is another.
   */
  readonly token?: string;
}

/** The one way to reach ClickHouse: HTTP, one statement per call, settings that never outlive it. */
export interface ClickHouse {
  /** Null for a single node. */
  readonly cluster: string | null;
  /**
   * @throws ClickHouseQueryError, ClickHouseUnavailableError or ClickHouseAbortedError.
   */
  query<Row extends readonly unknown[]>(query: NamedQuery): Promise<QueryResult<Row>>;
  /**
   * The bytes of a result while the engine writes them, with back-pressure. A query that fails in the
   * middle, or is aborted, fails the stream: what has arrived is not the whole result. Destroying the
   * stream ends the query in the engine.
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
  /** Asks the engine to end a query; resolves once asked, whether it was running or not. */
  kill(queryId: string): Promise<void>;
  /** Resolves when the engine has run a real query. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
