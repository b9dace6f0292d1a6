import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { BatchTemplate } from './batch-template';
import { batchTemplate } from './batch-template';
import { DISTINCT_IDS } from './events';
import type { LoadOrder, LoadReport } from './load-order';

/**
 * A process that sends batches at a fixed rate, whether responses are quick or slow, and reports how many events were
 * acknowledged. Bodies are prepared before; sending one costs a gzip at level 1.
 */
const [edgeUrl = ''] = process.argv.slice(2);
const EVENTS_PER_BATCH = 100;
const TURNS = 2;
const MAX_IN_FLIGHT = 32;
/** A batch is sent again, with the same uuids, when its connection is lost, as SDKs do. */
const MAX_TRIES = 5;
const agent = new Agent({ keepAlive: true, maxSockets: MAX_IN_FLIGHT });

const templates: readonly BatchTemplate[] = Array.from(
  { length: (DISTINCT_IDS * TURNS) / EVENTS_PER_BATCH },
  (_, i) => batchTemplate(i * EVENTS_PER_BATCH, EVENTS_PER_BATCH),
);
let sentBatches = 0;
let nextNumber = 0;

async function send(template: BatchTemplate): Promise<number> {
  const body = gzipSync(template.fill(nextNumber), { level: 1 });
  nextNumber += template.events;
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(body);
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

function post(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(`${edgeUrl}/batch/`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

async function load({ rate, events }: LoadOrder): Promise<LoadReport> {
  const started = performance.now();
  const batches = Math.ceil(events / EVENTS_PER_BATCH);
  const inFlight = new Set<Promise<void>>();
  let acknowledged = 0;
  for (let i = 0; i < batches; i += 1) {
    const dueAt = started + (i * EVENTS_PER_BATCH * 1_000) / rate;
    const wait = dueAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
    const template = templates[sentBatches++ % templates.length];
    if (template === undefined) throw new Error('no templates');
    const sending = send(template).then((status) => {
      if (status !== 200) throw new Error(`the edge returned ${status}`);
      acknowledged += template.events;
      inFlight.delete(sending);
    });
    inFlight.add(sending);
  }
  await Promise.all(inFlight);
  return { acknowledged, seconds: (performance.now() - started) / 1_000 };
}

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'listening', port: 0 });
