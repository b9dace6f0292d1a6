import { randomBytes } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse, migrate } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { sharedEngineUrls } from './shared-engines';

const logger = createLogger('test', 'warn');

/** An own ClickHouse database with the real schema, for tests that need no other engine. */
export async function createIsolatedClickHouse(): Promise<ClickHouse> {
  const shared = sharedEngineUrls().clickhouse;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = createClickHouse({ url: shared, logger });
  await server.command(`CREATE DATABASE ${name}`);
  await server.close();
  const url = new URL(shared);
  url.pathname = `/${name}`;
  const clickhouse = createClickHouse({ url: url.toString(), logger });
  await migrate(clickhouse, { kind: 'single' });
  return clickhouse;
}
