import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf, TENANT_TABLES, tenantUrl } from '@tidemark/clickhouse';
import { startEmbeddedClickHouse } from '@tidemark/clickhouse-embedded';

export interface WalledEngine {
  /** URL of ClickHouse for the main user, with the database `default`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a separate ClickHouse server. In its database `default`, row policies let the tenant user read only one
 * project, as in the product.
 */
export async function startWalledEngine(): Promise<WalledEngine> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-walled-'));
  const password = 'test';
  const main = `http://default:${password}@127.0.0.1/default`;
  const engine = await startEmbeddedClickHouse({
    dataDir: join(dir, 'clickhouse'),
    password,
    tenant: { ...credentialsOf(tenantUrl(main)), tables: TENANT_TABLES },
  });
  return {
    url: `${engine.url}/default`,
    async stop() {
      await engine.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
