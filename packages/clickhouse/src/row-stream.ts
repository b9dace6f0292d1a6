import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { parseExactly } from '@tidemark/platform';
import { lateError } from './byte-stream';
import type { ClickHouse, ColumnMeta, NamedQuery } from './clickhouse';
import { rowsLostDigits, wideColumns } from './exact-rows';

export interface RowStreamCounts {
  readonly rowsRead: number;
  readonly bytesRead: number;
}

/** The rows of a result, streamed while the engine computes them. */
export interface RowStream {
  /** The columns; set when the first batch is read. */
  readonly meta: readonly ColumnMeta[];
  /** The numbers of rows and bytes that the engine has read so far. */
  readonly counts: RowStreamCounts;
  /**
   * Batches of rows, each row an array of values. The reader is at most one buffer ahead of the caller.
   *
   * @throws as `ClickHouse.stream`, also in the middle
   */
  readonly batches: AsyncIterable<unknown[][]>;
  /** The stream of bytes from which the rows are read. It is closed when the query has ended or was abandoned. */
  readonly source: Readable;
}

interface Line {
  readonly meta?: readonly ColumnMeta[];
  readonly row?: unknown[];
  /** The progress of the query so far. */
  readonly progress?: { readonly read_rows: string | number; readonly read_bytes: string | number };
  readonly exception?: string;
}

/** Streams rows with the values that `ClickHouse.query` returns with exact integers. @throws as `ClickHouse.stream` */
export async function streamRows(
  clickhouse: ClickHouse,
  query: NamedQuery & { readonly queryId: string },
): Promise<RowStream> {
  const source = await clickhouse.stream({ ...query, format: 'JSONCompactEachRowWithProgress' });
  let meta: readonly ColumnMeta[] = [];
  let wide: readonly number[] = [];
  let counts: RowStreamCounts = { rowsRead: 0, bytesRead: 0 };
  const take = (text: string, rows: unknown[][]): void => {
    if (text === '') return;
    const line = JSON.parse(text) as Line;
    if (line.row !== undefined) {
      const exact = rowsLostDigits([line.row], wide) ? (parseExactly(text) as Line).row : undefined;
      rows.push(exact ?? line.row);
    } else if (line.meta !== undefined) {
      meta = line.meta;
      wide = wideColumns(meta);
    } else if (line.exception !== undefined) throw lateError(line.exception, query.queryId);
    else if (line.progress !== undefined) {
      const { read_rows: rowsRead, read_bytes: bytesRead } = line.progress;
      counts = { rowsRead: Number(rowsRead), bytesRead: Number(bytesRead) };
    }
  };
  async function* batches(): AsyncGenerator<unknown[][]> {
    const decoder = new StringDecoder('utf8');
    let unfinished = '';
    for await (const chunk of source) {
      const lines = (unfinished + decoder.write(chunk as Buffer)).split('\n');
      unfinished = lines.pop() ?? '';
      const rows: unknown[][] = [];
      for (const line of lines) take(line, rows);
      if (meta.length > 0) yield rows;
    }
    const rows: unknown[][] = [];
    take(unfinished, rows);
    yield rows;
  }
  return {
    get meta() {
      return meta;
    },
    get counts() {
      return counts;
    },
    batches: batches(),
    source,
  };
}
