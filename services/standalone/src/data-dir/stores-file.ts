import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StandaloneConfig } from '../config';
import type { EngineUrls } from '../engines';

/** A file in DATA_DIR/run. Only its owner can read it, because it contains passwords. */
const FILE = 'stores.json';

/** Writes the URLs of the embedded stores for commands (`tidemark backup`); null for a store of the operator. */
export function publishStores(
  runDir: string,
  given: Pick<StandaloneConfig, keyof EngineUrls>,
  urls: EngineUrls,
): void {
  const own = (name: keyof EngineUrls): string | null =>
    given[name] === undefined ? urls[name] : null;
  const stores = {
    postgres: own('DATABASE_URL'),
    redis: own('REDIS_URL'),
    clickhouse: own('CLICKHOUSE_URL'),
  };
  writeFileSync(join(runDir, FILE), `${JSON.stringify(stores)}\n`, { mode: 0o600 });
}

export function withdrawStores(runDir: string): void {
  rmSync(join(runDir, FILE), { force: true });
}
