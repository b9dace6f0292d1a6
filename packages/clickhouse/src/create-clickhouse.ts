import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger, SpanOptions, StoreCertificates } from '@tidemark/platform';
import { inStep, parseExactly, storeCertificates } from '@tidemark/platform';
import { guardedStream } from './byte-stream';
import type { ClickHouse, InsertOptions, QueryResult } from './clickhouse';
import { ClickHouseAbortedError, ClickHouseQueryError } from './errors';
import { rowsLostDigits, wideColumns } from './exact-rows';
import { killStatement } from './on-every-node';
import { INSERT_SETTINGS, READ_SETTINGS, SEARCH_SETTINGS, mergeSettings } from './settings';
import { traceTag } from './traced';
import { translateError } from './translate-error';

export interface ClickHouseOptions {
  /** `http://user:password@host:port/database`; https with `sslrootcert`, `sslcert` and `sslkey` as files. */
  readonly url: string;
  readonly logger: Logger;
  /** Requests at once; more wait for a socket. */
  readonly maxConnections?: number;
  /** Name of the cluster that the server belongs to; queries are looked for and ended on all of its nodes. */
  readonly cluster?: string | undefined;
  /** A statement without an answer for this long fails as unavailable. */
  readonly requestTimeoutMs?: number;
}

interface CompactBody {
  readonly meta: QueryResult<never>['meta'];
  readonly data: unknown[];
  readonly statistics?: { elapsed: number; rows_read: number; bytes_read: number };
}

/**
 * Connects lazily: never throws because the server is away.
 *
 * @throws ConfigError for a certificate that cannot be read
 */
export function createClickHouse(options: ClickHouseOptions): ClickHouse {
  const { logger, cluster = null } = options;
  const { url, certificates } = storeCertificates(options.url);
  const client = createClient({
    url,
    ...(certificates?.ca !== undefined && { tls: toTls(certificates, certificates.ca) }),
    application: 'tidemark',
    max_open_connections: options.maxConnections ?? 16,
    request_timeout: options.requestTimeoutMs ?? 660_000,
    // Long parameters go into the body: a URL may be a few kB, with proxies between even less.
    use_multipart_params_auto: true,
    // The driver prints to the console; what matters reaches us as errors.
    log: { level: ClickHouseLogLevel.OFF },
  });

  const command: ClickHouse['command'] = async (sql, given = {}) => {
    const queryId = given.queryId ?? randomUUID();
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    try {
      await client.command({
        query: sql,
        query_id: queryId,
        clickhouse_settings: mergeSettings(SEARCH_SETTINGS, given.settings, settings),
        ...headers,
        ...(given.params === undefined ? {} : { query_params: given.params }),
      });
    } catch (error) {
      throw translateError(error, queryId);
    }
  };

  /** ASYNC: the engine is asked and does not make us wait for the victim. */
  const kill = (queryId: string): Promise<void> =>
    command(killStatement(cluster), { params: { id: queryId } });

  const query: ClickHouse['query'] = (given) => {
    const queryId = given.queryId ?? randomUUID();
    return inStep(`clickhouse ${given.name}`, spanOf(queryId), () =>
      runQuery({ ...given, queryId }),
    );
  };

  const runQuery: ClickHouse['query'] = async (given) => {
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
          logger.warn({ err: killError, queryId }, 'could not kill an aborted query'),
        );
        throw new ClickHouseAbortedError(queryId, { cause: error });
      }
      throw translateError(error, queryId);
    }
  };

  const insert = (
    table: string,
    format: 'JSONEachRow' | 'RowBinary',
    body: Buffer,
    given: InsertOptions,
  ): Promise<void> => {
    const queryId = given.queryId ?? randomUUID();
    return inStep(`clickhouse insert ${table}`, spanOf(queryId), () =>
      runInsert(table, format, body, { ...given, queryId }),
    );
  };

  const runInsert = async (
    table: string,
    format: 'JSONEachRow' | 'RowBinary',
    body: Buffer,
    given: InsertOptions,
  ): Promise<void> => {
    if (body.length === 0) return;
    const queryId = given.queryId ?? randomUUID();
    const columns =
      given.columns === undefined ? '' : ` (${given.columns.map(quoteIdentifier).join(', ')})`;
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    try {
      const { stream } = await client.exec({
        query: `INSERT INTO ${quoteIdentifier(table)}${columns} FORMAT ${format}`,
        query_id: queryId,
        clickhouse_settings: mergeSettings(
          INSERT_SETTINGS,
          // Replicated tables would take equal rows for the same insert, whatever happened to the first.
          { insert_deduplication_token: given.token ?? queryId },
          given.settings,
          settings,
        ),
        ...headers,
        values: Readable.from([body], { objectMode: false }),
      });
      for await (const _ of stream) {
        // An insert answers nothing; the stream must end before its socket is free again.
      }
    } catch (error) {
      throw translateError(error, queryId);
    }
  };

  const stream: ClickHouse['stream'] = async (given) => {
    const queryId = given.queryId ?? randomUUID();
    const { signal } = given;
    if (isAborted(signal)) throw new ClickHouseAbortedError(queryId);
    const failure = (error: unknown): Error => {
      if (isAborted(signal)) return new ClickHouseAbortedError(queryId, { cause: error });
      return error instanceof ClickHouseQueryError ? error : translateError(error, queryId);
    };
    const end = (): void => {
      kill(queryId).catch((error: unknown) =>
        logger.warn({ err: error, queryId }, 'could not kill an abandoned query'),
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

  return {
    cluster,
    query,
    stream,

    insertJsonEachRow: (table, rows, given = {}) =>
      insert(table, 'JSONEachRow', Buffer.isBuffer(rows) ? rows : serialize(rows), given),
    insertRowBinary: (table, rows, given) => insert(table, 'RowBinary', rows, given),

    command,
    kill,

    ping: async () => {
      const answer = await client.ping({ select: true });
      if (!answer.success) throw translateError(answer.error, 'ping');
    },

    close: () => client.close(),
  };
}

function spanOf(queryId: string): SpanOptions {
  const attributes = { 'db.system.name': 'clickhouse', 'clickhouse.query_id': queryId };
  return { kind: 'client', attributes };
}

/** The driver knows an authority alone, or a certificate of ours with it. */
function toTls({ cert, key }: StoreCertificates, authority: Buffer): BasicTls | MutualTls {
  const trusted = { ca_cert: authority };
  return cert === undefined || key === undefined ? trusted : { ...trusted, cert, key };
}

interface BasicTls {
  readonly ca_cert: Buffer;
}

interface MutualTls extends BasicTls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Few results hold wide integers: what was parsed shows whether it must be done again, slower. */
function exactBody(text: string): CompactBody {
  const body = JSON.parse(text) as CompactBody;
  const hasLost = rowsLostDigits(body.data, wideColumns(body.meta));
  return hasLost ? (parseExactly(text) as CompactBody) : body;
}

/** A call, because the state changes while we wait. */
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted ?? false;
}

function serialize(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
}

/** Backticks, with what ends an identifier or starts an escape escaped. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replace(/\\/g, '\\\\').replace(/`/g, '\\`')}\``;
}
