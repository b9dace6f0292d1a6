import { randomUUID } from 'node:crypto';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Logger, StoreCertificates } from '@tidemark/platform';
import { storeCertificates } from '@tidemark/platform';
import type { ClickHouse } from './clickhouse';
import { killStatement } from './on-every-node';
import { mergeSettings, SEARCH_SETTINGS } from './settings';
import { createInsert } from './statements/run-insert';
import { createQuery } from './statements/run-query';
import { createStream } from './statements/run-stream';
import { tenantUrl } from './tenant/tenant-url';
import type { TenantOptions } from './tenant/with-tenant';
import { withTenant } from './tenant/with-tenant';
import { traceTag } from './traced';
import { translateError } from './translate-error';

export interface ClickHouseOptions {
  /** `http://user:password@host:port/database`; https with `sslrootcert`, `sslcert` and `sslkey` as files. */
  readonly url: string;
  readonly logger: Logger;
  /** The maximum number of concurrent requests; further requests wait. */
  readonly maxConnections?: number;
  /** Name of the cluster of the server. Queries are found and ended on all of its nodes. */
  readonly cluster?: string | undefined;
  /** Ms after which a statement without a response fails with ClickHouseUnavailableError. */
  readonly requestTimeoutMs?: number;
  /** How statements of projects are sent; by default like all others. */
  readonly tenant?: TenantOptions;
}

/**
 * Creates a client. It connects with the first statement, so this function does not throw if the server is unavailable.
 *
 * @throws ConfigError for a certificate that cannot be read
 */
export function createClickHouse(options: ClickHouseOptions): ClickHouse {
  const main = connect(options);
  const { tenant, logger } = options;
  if (tenant === undefined || tenant.mode === 'off') return main;
  const url = tenant.url ?? tenantUrl(options.url);
  const other = connect({ ...options, url }, (queryId) => main.kill(queryId));
  return withTenant(main, other, { mode: tenant.mode, logger });
}

/** @param killer ends queries for a user without the permission to do so */
function connect(options: ClickHouseOptions, killer?: ClickHouse['kill']): ClickHouse {
  const { logger, cluster = null } = options;
  const { url, certificates } = storeCertificates(options.url);
  const client = createClient({
    url,
    ...(certificates?.ca !== undefined && { tls: toTls(certificates, certificates.ca) }),
    application: 'tidemark',
    max_open_connections: options.maxConnections ?? 16,
    request_timeout: options.requestTimeoutMs ?? 660_000,
    // Sends long parameters in the body, because servers and proxies limit the length of URLs.
    use_multipart_params_auto: true,
    // The driver would print to the console; errors are thrown in any case.
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

  /** The statement is ASYNC, so it does not wait for the end of the query. */
  const kill =
    killer ??
    ((queryId: string): Promise<void> =>
      command(killStatement(cluster), { params: { id: queryId } }));

  const connection = { client, kill, logger };
  const insert = createInsert(client);
  const stream = createStream(connection);
  return {
    cluster,
    query: createQuery(connection),
    stream,

    insertJsonEachRow: (table, rows, given = {}) =>
      insert(table, 'JSONEachRow', Buffer.isBuffer(rows) ? rows : serialize(rows), given),
    insertRowBinary: (table, rows, given) => insert(table, 'RowBinary', rows, given),
    insertNative: (table, blocks, given) => insert(table, 'Native', blocks, given),

    command,
    kill,

    ping: async () => {
      const response = await client.ping({ select: true });
      if (!response.success) throw translateError(response.error, 'ping');
    },

    close: () => client.close(),
  };
}

/** The driver accepts only a certificate authority, or an authority with a client certificate. */
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

function serialize(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
}
