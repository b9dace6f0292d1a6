import { randomUUID } from 'node:crypto';
import { guardedStream } from '../byte-stream';
import type { ClickHouse } from '../clickhouse';
import { ClickHouseAbortedError, ClickHouseQueryError } from '../errors';
import { translateError } from '../translate-error';
import { openResult } from './open-result';
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
    try {
      const { bytes, tag } = await openResult(client, { ...given, queryId });
      return guardedStream(bytes, {
        tag,
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
