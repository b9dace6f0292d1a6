import type { ByteQuery, ClickHouse } from '@tidemark/clickhouse';
import { ClickHouseQueryError, readProgress } from '@tidemark/clickhouse';
import { toQueryError } from '../execute/engine-error';
import type { RunWatch } from '../observe/run-watch';
import { QueryError } from '../query-error';
import { ENGINE_FORMAT_SETTINGS } from './formats';
import type { OpenStream } from './source';
import { sourceEnded } from './source';

/** The engine's error for types that a format does not have, such as NULL without a type, or an interval. */
const NO_SUCH_TYPE_IN_FORMAT = 50;
/** These formats do not contain the amount that was read, so the engine's progress is polled. */
const LOOK_EVERY_MS = 250;

/** The result in the engine's own format. @throws QueryError */
export async function engineBytes(
  clickhouse: ClickHouse,
  query: ByteQuery & { readonly queryId: string },
  watch: RunWatch,
): Promise<OpenStream> {
  const failure = (error: unknown): unknown => formatError(error, query.format);
  const settings = { ...query.settings, ...ENGINE_FORMAT_SETTINGS };
  const source = await clickhouse.stream({ ...query, settings }).catch((error: unknown) => {
    throw failure(error);
  });
  let seen = { rowsRead: 0, bytesRead: 0 };
  const look = setInterval(() => {
    void readProgress(clickhouse, query.queryId)
      // Only the amount that was read depends on it.
      .catch(() => null)
      .then((progress) => {
        if (progress !== null) seen = progress;
      });
  }, LOOK_EVERY_MS);
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of source) yield chunk as Buffer;
    } catch (error) {
      throw failure(error);
    }
  }
  const closed = sourceEnded(source).then(() => {
    clearInterval(look);
    watch.read(seen);
  });
  return { chunks: chunks(), closed };
}

function formatError(error: unknown, format: string): unknown {
  if (!(error instanceof ClickHouseQueryError) || error.code !== NO_SUCH_TYPE_IN_FORMAT) {
    return toQueryError(error);
  }
  const detail = `The type of a column cannot be written as ${format}. Cast it, for instance with toString().`;
  return new QueryError(400, 'validation_error', 'type_mismatch', detail, true, { cause: error });
}
