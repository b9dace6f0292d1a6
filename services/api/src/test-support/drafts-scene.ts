import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

type Stores = Awaited<ReturnType<typeof createIsolatedStores>>;
export const DRAFT = '/api/projects/1/query/draft_sql/';
export const CHAT = '/api/projects/1/query/chat/';

/** Registers an API for a test file. @returns functions that request drafts of queries */
export function draftsScene() {
  let stores: Stores;
  let api: TestApi;

  beforeAll(async () => {
    stores = await createIsolatedStores();
    const logger = createLogger('test', 'warn');
    const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
    await clickhouse.close();
    api = await startTestApi(stores);
  });
  afterAll(() => api.stop());

  const draft = (prompt: string, on = api) =>
    on.call('GET', `${DRAFT}?prompt=${encodeURIComponent(prompt)}`);

  return {
    get stores() {
      return stores;
    },
    get api() {
      return api;
    },
    draft,
  };
}
