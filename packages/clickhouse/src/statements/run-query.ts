import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tidemark/platform';
import { inStep, parseExactly } from '@tidemark/platform';
import type { ClickHouse, QueryResult } from '../clickhouse';
import { ClickHouseAbortedError } from '../errors';
import { rowsLostDigits, wideColumns } from '../exact-rows';
import { mergeSettings, READ_SETTINGS } from '../settings';
import { spanOf, traceTag } from '../traced';
import { translateError } from '../translate-error';

interface CompactBody {
  readonly meta: QueryResult<never>['meta'];
  readonly data: unknown[];
  readonly statistics?: { elapsed: number; rows_read: number; bytes_read: number };
}

/** The parts with which queries are run, and ended in ClickHouse if their caller aborts. */
export interface QueryConnection {
  readonly client: ClickHouseClient;
  readonly kill: ClickHouse['kill'];
  readonly logger: Logger;
}

export function createQuery(connection: QueryConnection): ClickHouse['query'] {
  const runQuery = createRunQuery(connection);
  return (given) => {
    const queryId = given.queryId ?? randomUUID();
    return inStep(`clickhouse ${given.name}`, spanOf(queryId), () =>
      runQuery({ ...given, queryId }),
    );
  };
}

function createRunQuery({ client, kill, logger }: QueryConnection): ClickHouse['query'] {
  return async (given) => {
    const queryId = given.queryId ?? randomUUID();
    const { signal } = given;
    if (isAborted(signal)) throw new ClickHouseAbortedError(queryId);
    const started = performance.now();
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    try {
      const result = await client.query({
        query: given.sql,
        format: 'JSONCompact',
        query_id: queryId,
        clickhouse_settings: mergeSettings(READ_SETTINGS, given.settings, settings),
        ...headers,
        ...(given.params === undefined ? {} : { query_params: given.params }),
        ...(signal === undefined ? {} : { abort_signal: signal }),
      });
      const text = await result.text();
      const body =
        given.exactIntegers === true ? exactBody(text) : (JSON.parse(text) as CompactBody);
      logger.debug({ query: given.name, queryId, ms: performance.now() - started }, 'query');
      return {
        rows: body.data as never[],
        meta: body.meta,
        statistics: {
          elapsed: body.statistics?.elapsed ?? 0,
          rowsRead: body.statistics?.rows_read ?? 0,
          bytesRead: body.statistics?.bytes_read ?? 0,
        },
        queryId,
      };
    } catch (error) {
      if (isAborted(signal)) {
        await kill(queryId).catch((killError: unknown) =>
          logger.warn(
            { err: killError, queryId },
            'an aborted query could not be stopped in ClickHouse',
          ),
        );
        throw new ClickHouseAbortedError(queryId, { cause: error });
      }
      throw translateError(error, queryId);
    }
  };
}

/** Parses a result. If integers lost digits, which is rare, it is parsed again with a slower parser. */
function exactBody(text: string): CompactBody {
  const body = JSON.parse(text) as CompactBody;
  const hasLost = rowsLostDigits(body.data, wideColumns(body.meta));
  return hasLost ? (parseExactly(text) as CompactBody) : body;
}

/** A function, because the compiler would assume that `signal.aborted` does not change during an await. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false;
}
