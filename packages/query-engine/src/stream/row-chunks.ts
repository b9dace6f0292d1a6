import type { RowStream } from '@tidemark/clickhouse';
import { toQueryError } from '../execute/engine-error';
import type { RunWatch } from '../observe/run-watch';
import { rowRenderer } from '../respond/wire-rows';
import type { RowText } from './row-text';
import { csvText, ndjsonText } from './row-text';

/**
 * Rows as text, one chunk per batch of the engine, each produced on demand. Ends after `limit` rows.
 *
 * @throws QueryError, also after some chunks
 */
export async function* rowChunks(
  rows: RowStream,
  shown: {
    readonly format: 'csv' | 'ndjson';
    readonly columns: readonly string[];
    readonly limit: number;
    readonly cells: ((rows: unknown[][]) => Promise<unknown[][]>) | undefined;
    readonly escapeFormulas: boolean;
    readonly watch: RunWatch;
  },
): AsyncGenerator<string> {
  const { format, columns, limit, cells, watch } = shown;
  let text: RowText | null = null;
  let render = rowRenderer([]);
  let sent = 0;
  try {
    for await (const batch of rows.batches) {
      let chunk = '';
      if (text === null) {
        text = format === 'csv' ? csvText(columns, shown) : ndjsonText(columns, rows.meta);
        render = rowRenderer(rows.meta);
        chunk = text.head;
      }
      const wanted = render(batch.slice(0, limit - sent));
      const { row } = text;
      for (const found of cells === undefined ? wanted : await cells(wanted)) chunk += row(found);
      sent += wanted.length;
      watch.returned(sent);
      if (chunk !== '') yield chunk;
    }
  } catch (error) {
    throw toQueryError(error);
  }
}
