import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis, DEAD_LETTER_KEY, PROCESSES_KEY } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../../test-support/api-client';
import type { Standalone } from '../../test-support/standalone';
import type { ConsolePage } from '../console-page';

/**
 * The status screen shows that ingestion is healthy, and that its worker was stopped and started again. A dead letter
 * is replayed and fails again.
 */
export async function useStatus(site: {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
  readonly product: Standalone;
}): Promise<void> {
  const { visit, api, product } = site;
  const { page } = visit;
  await page.goto('/project/1/settings/status');
  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('Ingestion is healthy.').waitFor();
  await visit.checkAccessibility();
  await useDeadLetters(visit, product);

  const pid = await pidOf(api, 'ingest-worker');
  process.kill(pid, 'SIGSTOP');
  try {
    await withRedis(product, (redis) => agesReport(redis, pid));
    await checkNow(page);
    await summary.getByText('Ingestion is not healthy: no ingest-worker runs').waitFor();
    const row = page.getByRole('row', { name: /^Ingest-worker/ });
    await row.getByText('missing').waitFor();
    await visit.checkAccessibility();
    await page.goto('/project/1/home');
    const alert = page.getByRole('alert');
    await alert.getByText('Ingestion is not healthy: no ingest-worker runs').waitFor();
    await visit.checkAccessibility();
    await alert.getByRole('link', { name: 'What to do' }).click();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await waitUntil(async () => {
    const { body } = await api.call('GET', '/api/instance_status/');
    return (body as { readonly status: string }).status === 'healthy';
  });
  await checkNow(page);
  await summary.getByText('Ingestion is healthy.').waitFor();
  await waitsForQueryWorker(visit, api);
}

/** Without a query-worker, a query shows that it waits; it continues when a worker runs again. */
async function waitsForQueryWorker({ page, checkAccessibility }: ConsolePage, api: ApiClient) {
  await page.goto('/project/1/insights/new');
  const again = page.getByRole('button', { name: 'Compute again' });
  await again.waitFor();
  const pid = await pidOf(api, 'query-worker');
  process.kill(pid, 'SIGSTOP');
  try {
    await again.click();
    await page.getByText('Waiting for a query-worker…').waitFor();
    await page.getByText('All query-workers are busy, or no query-worker is running.').waitFor();
    await checkAccessibility();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await again.waitFor();
}

/** A record that cannot be parsed: after a replay it is a dead letter again, with one more attempt. */
async function useDeadLetters({ page, checkAccessibility }: ConsolePage, product: Standalone) {
  const reason = '<b>not readable</b>';
  await withRedis(product, (redis) =>
    redis.xadd(DEAD_LETTER_KEY, '*', 'partition', '0', 'reason', reason, 'e', 'no JSON'),
  );
  await checkNow(page);
  await page.getByRole('rowheader', { name: reason }).waitFor();
  await checkAccessibility();
  await page.getByRole('button', { name: 'Replay all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replay them' }).click();
  await page.getByText('Replayed 1 dead letter.').waitFor();
  const tries = page
    .getByRole('region', { name: 'Dead letters' })
    .getByRole('cell', { name: '2', exact: true });
  await tries.waitFor();
  await page.getByRole('button', { name: 'Discard all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard them' }).click();
  await page.getByRole('heading', { name: 'Dead letters' }).waitFor({ state: 'detached' });
}

async function checkNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click();
}

async function withRedis(
  product: Standalone,
  use: (redis: Redis) => Promise<unknown>,
): Promise<void> {
  const stores = JSON.parse(readFileSync(join(product.dataDir, 'run', 'stores.json'), 'utf8')) as {
    redis: string;
  };
  const redis = createRedis(stores.redis, 'queue');
  await use(redis);
  await closeRedis(redis);
}

/** Makes the last report of a stopped process a minute older, so that the flow need not wait until it is missing. */
async function agesReport(redis: Redis, pid: number): Promise<void> {
  for (const [id, text] of Object.entries(await redis.hgetall(PROCESSES_KEY))) {
    const space = text.indexOf(' ');
    const report = text.slice(space + 1);
    if ((JSON.parse(report) as { readonly pid: number }).pid !== pid) continue;
    await redis.hset(PROCESSES_KEY, id, `${Number(text.slice(0, space)) - 60_000} ${report}`);
  }
}

async function pidOf(api: ApiClient, name: string): Promise<number> {
  const { body } = await api.call('GET', '/api/instance_status/');
  const { processes } = body as {
    processes: readonly { readonly service: string; readonly pid: number }[];
  };
  const worker = processes.find(({ service }) => service === name);
  if (worker === undefined) throw new Error(`no ${name} has reported`);
  return worker.pid;
}
