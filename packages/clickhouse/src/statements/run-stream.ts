import { randomUUID } from 'node:crypto';
import { guardedStream } from '../byte-stream';
import type { ClickHouse } from '../clickhouse';
import { ClickHouseAbortedError, ClickHouseQueryError } from '../errors';
import { mergeSettings, READ_SETTINGS } from '../settings';
import { traceTag } from '../traced';
import { translateError } from '../translate-error';
import type { QueryConnection } from './run-query';
import { isAborted } from './run-query';

export function createStream({ client, kill, logger }: QueryConnection): ClickHouse['stream'] {
  return async (given) => {
    const queryId = given.queryId ?? randomUUID();
    const { signal } = given;
    if (isAborted(signal)) throw new ClickHouseAbortedError(queryId);
    const failure = (error: unknown): Error => {
      if (isAborted(signal)) return new ClickHouseAbortedError(queryId, { cause: error });
      return error instanceof ClickHouseQueryError ? error : translateError(error, queryId);
    };
    const end = (): void => {
      kill(queryId).catch((error: unknown) =>
        logger.warn(
          { err: error, queryId },
          'a query without a client could not be stopped in ClickHouse',
        ),
      );
    };
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    try {
      const result = await client.exec({
        query: `${given.sql}\nFORMAT ${given.format}`,
        query_id: queryId,
        clickhouse_settings: mergeSettings(READ_SETTINGS, given.settings, settings),
        ...headers,
        ...(given.params === undefined ? {} : { query_params: given.params }),
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      const tag = result.response_headers['x-clickhouse-exception-tag'];
      return guardedStream(result.stream, {
        tag: typeof tag === 'string' ? tag : null,
        queryId,
        ...(signal === undefined ? {} : { signal }),
        failure,
        end,
      });
    } catch (error) {
      if (isAborted(signal)) end();
      throw failure(error);
    }
  };
}
