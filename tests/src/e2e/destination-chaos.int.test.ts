import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';
import { productProcess } from '../test-support/product-processes';
import type { ProcessName } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

/** `DESTINATION_CHAOS_ROUNDS=20` runs the long form; `npm test` runs a few rounds. */
const ROUNDS = Number(process.env['DESTINATION_CHAOS_ROUNDS'] ?? '5');
const EVENTS_A_ROUND = 50;
const ROUND_MS = 30_000;
const RECOVERY_MS = 180_000;
const TEST_MS = 240_000 + ROUNDS * ROUND_MS;

const VICTIMS = ['ingest-worker', 'delivery', 'Redis', 'receiver'] as const;
/** The time after which a change of a destination is in effect (10 seconds). */
const TAKEN_UP_MS = 10_500;

interface Received {
  readonly path: string;
  /** The idempotency key. */
  readonly key: string;
  readonly uuid: string;
  readonly flag: string;
}

let product: Standalone;
let server: Server;
let port = 0;
const received: Received[] = [];

function openReceiver(): Promise<void> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { uuid, flag } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received;
      const key = String(request.headers['webhook-id']);
      received.push({ path: request.url ?? '', key, uuid, flag });
      response.end('ok');
    });
  });
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => {
      ({ port } = server.address() as AddressInfo);
      resolve();
    }),
  );
}

/** Simulates a killed receiver: open connections break, and new ones fail. */
async function killReceiver(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

beforeAll(async () => {
  await openReceiver();
  product = await startStandalone({
    env: {
      DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1',
      DELIVERY_TIMEOUT_SECONDS: '2',
      DELIVERY_RETRY_SECONDS: '1',
    },
  });
}, 240_000);
afterAll(async () => {
  await product.stop();
  await killReceiver();
});

const call = (method: string, path: string, body?: object) =>
  fetch(`${product.url}/api/projects/1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${product.personalApiKey}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function makeDestination(type: string, path: string, filters: object): Promise<void> {
  const response = await call('POST', 'hog_functions/', {
    ...{ type, name: path, template_id: 'template-webhook', enabled: true, filters },
    inputs: {
      url: { value: `http://127.0.0.1:${port}/${path}` },
      body: {
        value: { uuid: '{{ event.uuid }}', flag: '{{ event.properties.detail.name }}' },
      },
    },
  });
  expect(response.status).toBe(201);
}

/** Sends events as clients do: the request is repeated until it is acknowledged. */
async function capture(uuids: readonly string[]): Promise<void> {
  const batch = uuids.map((uuid) => ({ uuid, event: 'counted', distinct_id: uuid.slice(0, 2) }));
  await waitUntil(async () => {
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: product.projectApiKey, batch }),
    });
    expect(response.status).toBe(200);
  });
}

/** Creates a flag. A request may have created it although its response was lost. */
async function makeFlag(key: string): Promise<void> {
  await waitUntil(async () => {
    const response = await call('POST', 'feature_flags/', { key });
    const text = await response.text();
    expect(response.status === 201 || text.includes('already a feature flag')).toBe(true);
  });
}

async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === 'receiver') {
    await killReceiver();
    await sleep(2_000);
    await openReceiver();
    return;
  }
  const found = productProcess(product.pid, victim satisfies ProcessName);
  if (found !== undefined) process.kill(found.pid, 'SIGKILL');
}

const at = (path: string) => received.filter((one) => one.path === `/${path}`);

it(
  'delivers every matching event and every change of a flag with one idempotency key, whatever process is killed',
  async () => {
    await makeDestination('destination', 'events', { events: [{ id: 'counted' }] });
    const properties = [{ key: 'scope', value: ['FeatureFlag'], operator: 'exact', type: 'event' }];
    await makeDestination('internal_destination', 'flags', {
      events: [{ id: '$activity_log_entry_created', properties }],
    });
    await sleep(TAKEN_UP_MS);
    const uuids: string[] = [];
    const flags: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const fresh = Array.from({ length: EVENTS_A_ROUND }, () => randomUUID());
      const victim = VICTIMS[round % VICTIMS.length] ?? 'delivery';
      uuids.push(...fresh);
      flags.push(`flag-${round}`);
      await Promise.all([
        capture(fresh.slice(0, EVENTS_A_ROUND / 2)),
        makeFlag(`flag-${round}`),
        sleep(50 * (round % 5)).then(() => kill(victim)),
      ]);
      await capture(fresh.slice(EVENTS_A_ROUND / 2));
      await sleep(500);
    }
    await waitUntil(() => {
      expect(new Set(at('events').map(({ uuid }) => uuid))).toEqual(new Set(uuids));
      expect(new Set(at('flags').map(({ flag }) => flag))).toEqual(new Set(flags));
    }, RECOVERY_MS);
    for (const path of ['events', 'flags']) {
      const keys = new Map<string, Set<string>>();
      for (const { uuid, key } of at(path)) keys.set(uuid, (keys.get(uuid) ?? new Set()).add(key));
      expect([...keys.values()].every((known) => known.size === 1)).toBe(true);
      if (process.env['DESTINATION_CHAOS_ROUNDS'] !== undefined) {
        console.log(`${path}: ${keys.size} deliveries, ${at(path).length} requests`);
      }
    }
  },
  TEST_MS,
);
