import { connectionError } from './retries';
import type { Kind, Query, QueryOptions } from './queries';
import { postQuery, queryBody } from './queries';
import type { Transport } from './transport';
import { bodyOf, isAbort } from './transport';

/** How a streamed result is written. */
export type StreamFormat = 'ndjson' | 'csv' | 'arrow' | 'parquet';

/** A row of a streamed result: values by the names of the columns. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The bytes of a result, as the server finds the rows: of any size, in constant memory. `arrow` is Arrow's IPC
 * streaming format.
 *
 * @throws ApiError before the first byte; reading throws ConnectionError where the server cannot finish
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
    await bodyOf(response, transport.clock.now);
    return new ReadableStream({ start: (controller) => controller.close() });
  }
  return response.body as ReadableStream<Uint8Array>;
}

/** The rows of a result, one after the other. Leaving the loop ends the query. */
export async function* streamRows<K extends Kind>(
  transport: Transport,
  query: Query<K>,
  options: QueryOptions,
): AsyncGenerator<Row, void, undefined> {
  const bytes = await streamBytes(transport, query, 'ndjson', options);
  for await (const line of linesOf(bytes)) {
    if (line.trim() !== '') yield JSON.parse(line) as Row;
  }
}

/** @throws ConnectionError where the stream breaks off */
export async function* linesOf(
  bytes: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw isAbort(error) ? error : connectionError(error);
      });
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    // Ends the query of a reader who left the loop early; nothing happens at the end of the stream.
    await reader.cancel().catch(() => undefined);
  }
}
