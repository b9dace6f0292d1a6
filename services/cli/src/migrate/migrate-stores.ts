import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, migrate as migrateClickHouse } from '@tidemark/clickhouse';
import type { Topology } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { bootstrap, createDatabase, migrate as migratePostgres } from '@tidemark/postgres';
import type { BootstrapKeys } from '@tidemark/postgres';

export interface MigrationTarget {
  readonly postgresUrl: string;
  readonly clickhouseUrl: string;
  readonly topology: Topology;
  /** Null = nothing is made but tables. */
  readonly keys: BootstrapKeys | null;
}

/** Names of what was applied now. */
export interface MigrationReport {
  readonly postgres: readonly string[];
  readonly clickhouse: readonly string[];
  readonly bootstrapped: boolean;
}

const PAUSE_MS = 1_000;

/**
 * Migrates both stores, which may still be starting. Several processes may do it at once.
 *
 * @throws when a store does not answer within `waitMs`, or holds migrations that this build does not know.
 */
export async function migrateStores(
  target: MigrationTarget,
  waitMs: number,
  tell: (line: string) => void,
): Promise<MigrationReport> {
  const deadline = performance.now() + waitMs;
  const postgres = await migrateMetadata(target, (check) =>
    answered('Postgres', check, deadline, tell),
  );
  const clickhouse = await migrateEvents(target, (check) =>
    answered('ClickHouse', check, deadline, tell),
  );
  return { postgres, clickhouse, bootstrapped: target.keys !== null };
}

type Wait = (check: () => Promise<unknown>) => Promise<void>;

async function migrateMetadata(
  { postgresUrl, keys }: MigrationTarget,
  wait: Wait,
): Promise<readonly string[]> {
  const logger = createLogger('tidemark', 'silent');
  const database = createDatabase(postgresUrl, { poolSize: 2, logger });
  try {
    await wait(() => database.check());
    const applied = await migratePostgres(database);
    if (keys !== null) await bootstrap(database, keys);
    return applied.map(({ name }) => name);
  } finally {
    await database.close();
  }
}

async function migrateEvents(
  { clickhouseUrl, topology }: MigrationTarget,
  wait: Wait,
): Promise<readonly string[]> {
  const logger = createLogger('tidemark', 'silent');
  const clickhouse = createClickHouse({ url: clickhouseUrl, logger });
  try {
    await wait(() => clickhouse.query({ name: 'answers', sql: 'SELECT 1' }));
    const applied = await migrateClickHouse(clickhouse, topology);
    return applied.map(({ name }) => name);
  } finally {
    await clickhouse.close();
  }
}

async function answered(
  store: string,
  check: () => Promise<unknown>,
  deadline: number,
  tell: (line: string) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await check();
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (performance.now() + PAUSE_MS > deadline) {
        throw new Error(`${store} does not answer: ${reason}`, { cause: error });
      }
      if (tries === 1) tell(`waiting for ${store}: ${reason}`);
      await sleep(PAUSE_MS);
    }
  }
}
