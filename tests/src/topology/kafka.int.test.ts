import { randomUUID } from 'node:crypto';
import { delimiter } from 'node:path';
import type { TestKafka } from '@tidemark/testing';
import { findKafka, startKafka, waitUntil } from '@tidemark/testing';
import { installNodeBinaries, nodeBinaries } from '../node-versions/install-node';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const START_MS = 90_000;
/**
 * The maximum time until the loss of a broker is noticed, its partitions have other leaders, and the worker reads from
 * them.
 */
const FAILOVER_MS = 90_000;
/** The maximum time for downloads, which are needed once per machine. */
const DOWNLOADS_MS = 450_000;

interface Parts {
  readonly kafka: TestKafka;
  readonly product: Standalone;
  readonly api: ApiClient;
}

async function send(product: Standalone, event: string, ids: readonly string[]): Promise<number> {
  const batch = ids.map((uuid, index) => ({ uuid, event, distinct_id: `user-${index % 20}` }));
  const response = await fetch(`${product.url}/batch/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: product.projectApiKey, batch }),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Sends events as clients do, with repeats until they are acknowledged, and waits until each is stored exactly once.
 */
async function sendAndFind({ product, api }: Parts, event: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await waitUntil(async () => expect(await send(product, event, ids)).toBe(200), FAILOVER_MS, 500);
  await waitUntil(
    async () => {
      const rows = await api.hogql(
        '@current',
        `SELECT count(), uniq(uuid) FROM events WHERE event = '${event}'`,
      );
      expect(rows).toEqual([[count, count]]);
    },
    FAILOVER_MS,
    500,
  );
}

/** Starts the parts, or returns the reason why the test cannot run here. */
async function startParts(): Promise<Parts | string> {
  const jars = await findKafka();
  if ('missing' in jars) return jars.missing;
  const missing = installNodeBinaries();
  if (missing !== null) return missing;
  const node = nodeBinaries().find(({ version }) => version.startsWith('24.'));
  if (node === undefined) throw new Error('tests/node-versions names no Node.js 24');
  const kafka = await startKafka(jars.classPath, 3);
  try {
    const product = await startStandalone({
      env: {
        PATH: `${node.folder}${delimiter}${process.env['PATH'] ?? ''}`,
        INGEST_LOG_URL: kafka.url,
      },
      readyTimeoutMs: START_MS,
    });
    return { kafka, product, api: createApiClient(product.url, product.personalApiKey) };
  } catch (error) {
    await kafka.stop();
    throw error;
  }
}

it(
  'the product stores every event exactly once through three brokers, also if one of them is killed',
  async () => {
    const parts = await startParts();
    if (typeof parts === 'string') {
      process.stderr.write(`SKIPPED, no product on Kafka: ${parts}\n`);
      return;
    }
    const [first, second] = parts.kafka.brokers;
    try {
      await sendAndFind(parts, 'all brokers', 400);
      await first?.kill();
      await sendAndFind(parts, 'one broker less', 200);
      // With only one of three replicas, an event is not acknowledged.
      await second?.kill();
      expect(await send(parts.product, 'rejected', [randomUUID()])).toBe(503);
      await Promise.all([first?.start(), second?.start()]);
      await sendAndFind(parts, 'all brokers again', 200);
    } finally {
      await parts.product.stop();
      await parts.kafka.stop();
    }
  },
  4 * FAILOVER_MS + DOWNLOADS_MS,
);
