import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, sendEvents, startProduct } from '../console/product';

const DESTINATIONS = 20;
const RATE = 500;
const SECONDS = 30;
const BATCH_MS = 100;
const WARM_UP_SECONDS = 5;
/** The time after which a changed destination is in effect; at most 10 seconds. */
const TAKEN_UP_MS = 11_000;
const DRAIN_MS = 120_000;
const TARGET_P95_MS = 2_000;

/** A server that records when it first received each event: uuid → milliseconds since 1970. */
interface Receiver {
  readonly url: string;
  readonly times: Map<string, number>;
  close(): Promise<unknown>;
}

/**
 * Measures the time from the response to an event until its request at the receiver, with 500 events per second, each
 * of which matches one of 20 destinations, in the product as `npm start` runs it. The floor sends the same requests
 * directly to the receiver.
 */
export async function benchDeliveries(): Promise<void> {
  const receiver = await startReceiver();
  const product = await startProduct({ DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1' });
  try {
    await Promise.all(
      Array.from({ length: DESTINATIONS }, (_, index) =>
        callApi(product, 'POST', 'hog_functions/', {
          ...{ type: 'destination', template_id: 'template-webhook', enabled: true },
          filters: { events: [{ id: `event ${index}` }] },
          inputs: { url: { value: receiver.url }, body: { value: { uuid: '{{ event.uuid }}' } } },
        }),
      ),
    );
    await sleep(TAKEN_UP_MS);
    const send = (batch: readonly string[]) =>
      sendEvents(
        product,
        batch.map((uuid, index) => ({
          ...{ uuid, event: `event ${index % DESTINATIONS}`, distinct_id: `d${index}` },
        })),
      );
    await load(send, WARM_UP_SECONDS);
    report('deliveries', await measure(receiver, send), true);
    const floor = (batch: readonly string[]) =>
      Promise.all(batch.map((uuid) => post(receiver.url, uuid)));
    report('floor: requests sent directly', await measure(receiver, floor, 'send'), false);
  } finally {
    await product.stop();
    await receiver.close();
  }
}

/** The start of a measurement: the response to the batch, or the sending of the batch. */
type From = 'response' | 'send';

/**
 * Sends batches at the given rate, without waiting for the responses to earlier ones.
 *
 * @returns the start of the measurement of each event: uuid → milliseconds since 1970
 */
async function load(
  send: (batch: readonly string[]) => Promise<unknown>,
  seconds: number,
  measuredFrom: From = 'response',
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const sending: Promise<unknown>[] = [];
  const from = Date.now();
  for (let batch = 0; batch < (seconds * 1_000) / BATCH_MS; batch += 1) {
    await sleep(Math.max(0, from + batch * BATCH_MS - Date.now()));
    const uuids = Array.from({ length: (RATE * BATCH_MS) / 1_000 }, () => randomUUID());
    const note = (): void => {
      for (const uuid of uuids) times.set(uuid, Date.now());
    };
    if (measuredFrom === 'send') note();
    sending.push(send(uuids).then(measuredFrom === 'response' ? note : undefined));
  }
  await Promise.all(sending);
  return times;
}

/** The times until the requests arrive, in milliseconds, sorted. */
async function measure(
  receiver: Receiver,
  send: (batch: readonly string[]) => Promise<unknown>,
  measuredFrom: From = 'response',
): Promise<readonly number[]> {
  const sent = await load(send, SECONDS, measuredFrom);
  const end = Date.now() + DRAIN_MS;
  while ([...sent.keys()].some((uuid) => !receiver.times.has(uuid))) {
    if (Date.now() > end) throw new Error('Not every event was received.');
    await sleep(200);
  }
  return [...sent]
    .map(([uuid, at]) => (receiver.times.get(uuid) ?? Number.NaN) - at)
    .sort((a, b) => a - b);
}

function report(what: string, times: readonly number[], hasTarget: boolean): void {
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  const target = hasTarget
    ? ` (target p95 ≤ ${TARGET_P95_MS} ms: ${at(0.95) <= TARGET_P95_MS ? 'reached' : 'MISSED'})`
    : '';
  console.log(
    `${what}: ${RATE} events/s to ${DESTINATIONS} destinations, ${times.length} events: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(0.9999)} ms${target}`,
  );
}

async function post(url: string, uuid: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ uuid }) });
  await response.text();
}

async function startReceiver(): Promise<Receiver> {
  const times = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { uuid } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { uuid: string };
      if (!times.has(uuid)) times.set(uuid, Date.now());
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    times,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
