import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialsOf, TENANT_TABLES, tenantUrl } from '@tidemark/clickhouse';
import { startEmbeddedClickHouse } from '@tidemark/clickhouse-embedded';

export interface WalledEngine {
  /** Address of the main user. */
  readonly url: string;
  stop(): Promise<void>;
}

/** An engine of its own whose `default` database has row policies by project, as the product starts it. */
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
