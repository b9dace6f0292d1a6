import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tidemark/platform';
import { inStep, parseExactly } from '@tidemark/platform';
import { lateError, readResult } from '../byte-stream';
import type { ClickHouse, NamedQuery, QueryResult } from '../clickhouse';
import { ClickHouseAbortedError, ClickHouseQueryError } from '../errors';
import { rowsLostDigits, wideColumns } from '../exact-rows';
import { mergeSettings, READ_SETTINGS } from '../settings';
import { spanOf, traceTag } from '../traced';
import { translateError } from '../translate-error';
import { openResult } from './open-result';

type IdentifiedQuery = NamedQuery & { readonly queryId: string };

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
  const end = (queryId: string): Promise<void> =>
    kill(queryId).catch((error: unknown) => {
      logger.warn({ err: error, queryId }, 'an aborted query could not be stopped in ClickHouse');
    });
  const readWhole = async (given: IdentifiedQuery): Promise<string> => {
    const { signal } = given;
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    const result = await client.query({
      query: given.sql,
      format: 'JSONCompact',
      query_id: given.queryId,
      clickhouse_settings: mergeSettings(READ_SETTINGS, given.settings, settings),
      ...headers,
      ...(given.params === undefined ? {} : { query_params: given.params }),
      ...(signal === undefined ? {} : { abort_signal: signal }),
    });
    return result.text();
  };
  const readUpTo = async (limit: number, given: IdentifiedQuery): Promise<string> => {
    const { queryId, signal } = given;
    const { bytes, tag } = await openResult(client, { ...given, format: 'JSONCompact' });
    const onAbort = (): void => void bytes.destroy(new Error('aborted'));
    if (isAborted(signal)) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const fail = (text: string): Error => lateError(text, queryId);
      const whole = await readResult(bytes, { tag, limit, fail });
      if (whole !== null) return whole.toString();
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
    await end(queryId);
    const message = `The result has more than ${limit} bytes`;
    throw new ClickHouseQueryError({ ...TOO_MANY_BYTES, message, queryId });
  };
  return async (given) => {
    const queryId = given.queryId ?? randomUUID();
    const { signal } = given;
    if (isAborted(signal)) throw new ClickHouseAbortedError(queryId);
    const started = performance.now();
    const { maxResponseBytes: limit } = given;
    try {
      const text =
        limit === undefined || hasLongParams(given)
          ? await readWhole({ ...given, queryId })
          : await readUpTo(limit, { ...given, queryId });
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
        await end(queryId);
        throw new ClickHouseAbortedError(queryId, { cause: error });
      }
      throw error instanceof ClickHouseQueryError ? error : translateError(error, queryId);
    }
  };
}

/** The engine's limit of a URL is 1 MiB, in which a character can take nine bytes. */
const MAX_URL_CHARS = 100_000;

/** Whether parameters do not fit into a URL: a streamed request sends them there, any other one in its body. */
function hasLongParams({ params = {} }: NamedQuery): boolean {
  const texts = Object.values(params).map((value) => JSON.stringify([value]));
  return texts.reduce((sum, { length }) => sum + length, 0) > MAX_URL_CHARS;
}

const TOO_MANY_BYTES = { code: 396, type: 'TOO_MANY_ROWS_OR_BYTES' } as const;

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
