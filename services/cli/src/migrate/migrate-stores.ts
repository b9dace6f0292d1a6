import { setTimeout as sleep } from 'node:timers/promises';
import {
  clickhouseMark,
  createClickHouse,
  migrate as migrateClickHouse,
  prepareTenantAccess,
} from '@tidemark/clickhouse';
import type { ClickHouse, TenantAccessReport, TenantOptions, Topology } from '@tidemark/clickhouse';
import { checkNewPostgres, claimStore, createLogger, plainMessage } from '@tidemark/platform';
import {
  bootstrap,
  createDatabase,
  createInstallationRegister,
  migrate as migratePostgres,
} from '@tidemark/postgres';
import type { BootstrapKeys } from '@tidemark/postgres';

export interface MigrationTarget {
  readonly postgresUrl: string;
  readonly clickhouseUrl: string;
  /** Stores that are accepted without the data of this installation. */
  readonly adopted: readonly string[];
  readonly topology: Topology;
  readonly rowPolicies: TenantOptions;
  /** Null: the first project and keys are not created. */
  readonly keys: BootstrapKeys | null;
}

async function rowPolicies(
  { clickhouseUrl: mainUrl, topology, rowPolicies: { mode, url } }: MigrationTarget,
  clickhouse: ClickHouse,
): Promise<TenantAccessReport | null> {
  if (mode === 'off') return null;
  const logger = createLogger('tidemark', 'silent');
  return prepareTenantAccess(clickhouse, { mainUrl, url, topology, logger });
}

/** The names of the migrations that were applied. */
export interface MigrationReport {
  readonly postgres: readonly string[];
  readonly clickhouse: readonly string[];
  readonly bootstrapped: boolean;
  /** Row policies of ClickHouse's tables; null if they are disabled. */
  readonly row_policies: TenantAccessReport | null;
}

const PAUSE_MS = 1_000;

const VARIABLES = { Postgres: 'DATABASE_URL', ClickHouse: 'CLICKHOUSE_URL' } as const;

/**
 * Migrates both stores, which may still be starting. Several processes may do it at once.
 *
 * @throws if a store does not respond within `waitMs`, has migrations of a newer version, or belongs to another
 * installation.
 */
export async function migrateStores(
  target: MigrationTarget,
  waitMs: number,
  print: (line: string) => void,
): Promise<MigrationReport> {
  const deadline = performance.now() + waitMs;
  const logger = createLogger('tidemark', 'silent');
  const database = createDatabase(target.postgresUrl, { poolSize: 2, logger });
  const clickhouse = createClickHouse({ url: target.clickhouseUrl, logger });
  try {
    await response('Postgres', () => database.check(), deadline, print);
    const select = { name: 'answers', sql: 'SELECT 1' };
    await response('ClickHouse', () => clickhouse.query(select), deadline, print);
    const register = createInstallationRegister(database);
    const mark = clickhouseMark(clickhouse);
    const givenId = await checkNewPostgres(register, [mark], target.adopted);
    const postgres = await migratePostgres(database);
    if (givenId !== null) await register.adopt(givenId);
    if (target.keys !== null) await bootstrap(database, target.keys);
    const events = await migrateClickHouse(clickhouse, target.topology);
    await claimStore(register, mark, target.adopted);
    return {
      postgres: postgres.map(({ name }) => name),
      clickhouse: events.map(({ name }) => name),
      bootstrapped: target.keys !== null,
      row_policies: await rowPolicies(target, clickhouse),
    };
  } finally {
    await Promise.all([database.close(), clickhouse.close()]);
  }
}

async function response(
  store: keyof typeof VARIABLES,
  check: () => Promise<unknown>,
  deadline: number,
  print: (line: string) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await check();
      return;
    } catch (error) {
      const reason = plainMessage(error);
      if (performance.now() + PAUSE_MS > deadline) {
        throw new Error(
          `${store} does not respond: ${reason}. Start it, correct ${VARIABLES[store]}, or wait longer with --wait`,
          { cause: error },
        );
      }
      if (tries === 1) print(`waiting for ${store}: ${reason}`);
      await sleep(PAUSE_MS);
    }
  }
}
