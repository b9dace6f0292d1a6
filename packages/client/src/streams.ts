import { ConnectionError } from './errors';
import type { Kind, Query, QueryOptions } from './queries';
import { postQuery, queryBody } from './queries';
import type { Transport } from './transport';
import { bodyOf, failureOf } from './transport';

/** The formats of a streamed result. */
export type StreamFormat = 'ndjson' | 'csv' | 'arrow' | 'parquet';

/** A row of a streamed result: column name → value. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the bytes of a result while the server finds the rows; results of any size need constant memory. `arrow` is
 * Arrow's IPC streaming format.
 *
 * @throws ApiError if the server rejects the query; reading throws ConnectionError if the server cannot finish
 */
export async function streamBytes<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  format: StreamFormat,
  { signal, ...options }: QueryOptions,
): Promise<ReadableStream<Uint8Array>> {
  const body = queryBody(query, options);
  const response = await postQuery(transport, body, { signal, format });
  if (!response.ok || response.body === null) {
    await bodyOf(response, transport.clock.now, signal);
    return new ReadableStream({ start: (controller) => controller.close() });
  }
  return response.body as ReadableStream<Uint8Array>;
}

/** Yields the rows of a result. Ending the loop early cancels the query. */
export async function* streamRows<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  options: QueryOptions,
): AsyncGenerator<Row, void, undefined> {
  const bytes = await streamBytes(transport, query, 'ndjson', options);
  for await (const line of linesOf(bytes, options.signal)) {
    if (line.trim() !== '') yield rowOf(line);
  }
}

/** @throws ConnectionError if the line is only the beginning of a row, because a proxy has hidden that the stream broke off */
function rowOf(line: string): Row {
  try {
    return JSON.parse(line) as Row;
  } catch (cause) {
    throw new ConnectionError('The result broke off within a row.', { cause });
  }
}

/**
 * Yields the lines of a stream.
 *
 * @throws ConnectionError if the stream ends too early; the reason of the signal
 */
export async function* linesOf(
  bytes: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw failureOf(error, signal);
      });
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    // Cancels the query if the loop ended early; has no effect at the end of the stream.
    await reader.cancel().catch(() => undefined);
  }
}
