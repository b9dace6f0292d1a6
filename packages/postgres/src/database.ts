import type { Logger } from '@tidemark/platform';
import { storeCertificates, untrustedCertificate } from '@tidemark/platform';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { Pool, types } from 'pg';
import type { ResourceDatabase } from './activity-log/unit-of-work';
import { createUnitsOfWork } from './activity-log/unit-of-work';
import type { Schema } from './schema';

/** One connection pool and the typed query builder over it. */
export interface Database extends ResourceDatabase {
  readonly db: Kysely<Schema>;
  /** Resolves when the server ran a real statement; rejects with the reason otherwise. */
  check(): Promise<void>;
  /** Waits for statements in flight, then closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most. */
  readonly poolSize: number;
  readonly logger: Logger;
  /**
   * A transaction whose client says nothing for this long is ended by the server: one that has stalled
   * must not keep its locks from the others.
   */
  readonly idleInTransactionMs?: number;
  /** A statement that takes longer is cancelled by the server (57014). Without it: never. */
  readonly statementTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_DELAY_MS = 10_000;

/** `bigint` comes as text from the driver; our counts and versions all fit a double exactly. */
const int8AsNumber: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 && format !== 'binary'
      ? (value: string) => Number(value)
      : (types.getTypeParser(oid, format) as (value: string) => unknown),
};

/**
 * Opens a pool on `url` (postgres://user:password@host:port/database). Connects lazily: never throws
 * because the server is unavailable, the first statement does. `?sslmode=verify-full` encrypts, `sslrootcert`, `sslcert` and
 * `sslkey` name files.
 *
 * @throws ConfigError for a certificate that cannot be read
 */
export function createDatabase(url: string, options: DatabaseOptions): Database {
  // The driver reads them itself, later: an error in them is better reported now.
  storeCertificates(url);
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'tidemark',
    types: int8AsNumber,
    // A server that disappears without closing the connection is detected by a timeout.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    ...(options.statementTimeoutMs === undefined
      ? {}
      : { statement_timeout: options.statementTimeoutMs }),
    ...(options.idleInTransactionMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: options.idleInTransactionMs }),
  });
  // An idle connection that breaks is replaced by the pool: worth a warning, never a crash.
  pool.on('error', (error) =>
    options.logger.warn({ err: error }, 'an unused connection to Postgres was lost'),
  );
  // In use, it fails its statement, whose caller gets the error; without a listener it would end the process too.
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
