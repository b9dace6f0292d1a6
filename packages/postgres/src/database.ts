import type { Logger } from '@tidemark/platform';
import { storeCertificates, untrustedCertificate } from '@tidemark/platform';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { Pool, types } from 'pg';
import type { ResourceDatabase } from './activity-log/unit-of-work';
import { createUnitsOfWork } from './activity-log/unit-of-work';
import type { Schema } from './schema';

/** A connection pool and its typed query builder. */
export interface Database extends ResourceDatabase {
  readonly db: Kysely<Schema>;
  /** Resolves if the server runs a statement; rejects with the reason otherwise. */
  check(): Promise<void>;
  /** Waits for running statements, then closes all connections. May be called twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** The maximum number of connections. */
  readonly poolSize: number;
  readonly logger: Logger;
  /**
   * The server ends a transaction whose client sends nothing for this time, so that a stalled client does not keep
   * its locks.
   */
  readonly idleInTransactionMs?: number;
  /** The server cancels a statement that takes longer (57014). By default there is no limit. */
  readonly statementTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** Returns `bigint` as number. The driver would return text, but all values here are exact as a double. */
const int8AsNumber: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 && format !== 'binary'
      ? (value: string) => Number(value)
      : (types.getTypeParser(oid, format) as (value: string) => unknown),
};

/**
 * Opens a pool on `url` (postgres://user:password@host:port/database). Connections are opened when they are needed:
 * if the server is unavailable, not this function but the first statement throws. `?sslmode=verify-full` encrypts
 * connections; `sslrootcert`, `sslcert` and `sslkey` are paths of files.
 * @throws ConfigError for a certificate that cannot be read
 */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  // The driver reads the certificates later; reading them now reports errors earlier.
  storeCertificates(url);
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tidemark',
    types: int8AsNumber,
    // Without keep-alive, a server that disappears without closing the connection would not be detected.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...(options.statementTimeoutMs === undefined
      ? {}
      : { statement_timeout: options.statementTimeoutMs }),
    ...(options.idleInTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: options.idleInTransactionMs }),
  });
  // The pool replaces an idle connection that breaks, so it is only logged.
  pool.on('error', (error) =>
    options.logger.warn({ err: error }, 'an unused connection to Postgres was lost'),
  );
  // If a connection in use breaks, its statement fails and the caller gets the error. Without a listener, the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | null = null;
  return {
    db,
    ...createUnitsOfWork(db),
    check: async () => {
      try {
        await sql`SELECT 1`.execute(db);
      } catch (error) {
        const untrusted = untrustedCertificate(error);
        throw untrusted === null ? error : new Error(untrusted, { cause: error });
      }
    },
    close: () => (closing ??= db.destroy()),
  };
}
