import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { seedEvents } from '../seed/events';
import { startBenchStack } from '../stack';
import { EVENTS } from './ask';
import { benchCsv } from './csv';
import { benchAgainstEngine } from './floor';
import { benchBackground, benchCached, benchParallel } from './service';

/** Measures the overhead of the query service over ClickHouse, and its memory. */
export async function benchQuery(): Promise<void> {
  const stack = await startBenchStack();
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  try {
    await seedEvents(clickhouse, EVENTS);
    const api = await stack.startService('api');
    await stack.startService('query-worker');
    await benchAgainstEngine(clickhouse, api.url);
    await benchCached(api);
    await benchBackground(api.url);
    await benchParallel(api.url, 'three of the project in turn');
    // With three queries at a time, the last of fifty waits for at least 16 others, so the target can only be reached
    // with a higher limit.
    const open = await stack.startService('api', { QUERY_MAX_RUNNING_PER_PROJECT: '16' });
    await benchParallel(open.url, 'sixteen in turn');
    await benchCsv(api);
  } finally {
    await clickhouse.close();
    await stack.stop();
  }
}
