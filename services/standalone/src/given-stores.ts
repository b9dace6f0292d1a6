import { createClickHouse } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import { plainMessage } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { probeRedis } from '@tidemark/redis';
import type { StandaloneConfig } from './config';
import type { EngineUrls } from './engines';

const TIMEOUT_MS = 5_000;

interface Store {
  readonly variable: keyof EngineUrls;
  readonly name: string;
  readonly probe: (url: string, logger: Logger) => Promise<void>;
}

const STORES: readonly Store[] = [
  {
    variable: 'DATABASE_URL',
    name: 'Postgres',
    probe: async (url, logger) => {
      const database = createDatabase(url, { poolSize: 1, logger });
      try {
        await database.check();
      } finally {
        await database.close();
      }
    },
  },
  { variable: 'REDIS_URL', name: 'Redis', probe: (url) => probeRedis(url, TIMEOUT_MS) },
  {
    variable: 'CLICKHOUSE_URL',
    name: 'ClickHouse',
    probe: async (url, logger) => {
      const clickhouse = createClickHouse({ url, logger, requestTimeoutMs: TIMEOUT_MS });
      try {
        await clickhouse.ping();
      } finally {
        await clickhouse.close();
      }
    },
  },
];

/**
 * Checks every store that a variable names, before processes are started. Without the check, services would start
 * and repeat the same warning.
 *
 * @throws Error that names the variable, the address and the possible corrections
 */
export async function requireGivenStores(
  config: Pick<StandaloneConfig, keyof EngineUrls>,
  logger: Logger,
): Promise<void> {
  for (const { variable, name, probe } of STORES) {
    const url = config[variable];
    if (url === undefined) continue;
    try {
      await probe(url, logger);
    } catch (error) {
      throw new Error(
        `${variable}: ${name} at ${addressOf(url)} cannot be used: ${plainMessage(error)}. Start it, correct ${variable}, or unset ${variable} to use the embedded ${name}.`,
        { cause: error },
      );
    }
  }
}

/** Returns the host and port of a URL, without the password. */
function addressOf(url: string): string {
  return /^[^/]*\/\/(?:[^@/]*@)?([^/?#]*)/.exec(url)?.[1] ?? 'the given address';
}
