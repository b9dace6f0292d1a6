import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '@tidemark/testing';
import type { TestReceiver } from './test-support/receiver';
import { startReceiver } from './test-support/receiver';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

/** Longer than the time from which a response is slow. */
const SLOW_RESPONSE_MS = 1_200;

let world: World;
let quick: TestReceiver;
let slow: Server;
/** Requests of the slow receiver that it has not responded to. */
let open: ServerResponse[];
/** The number of requests that the service gave up. */
let givenUp: number;
/** Whether the slow receiver leaves its requests open. */
let hangs: boolean;

beforeAll(async () => {
  world = await openWorld();
  // One place: whoever has it blocks all others.
  await world.deliver({ DELIVERY_CONCURRENCY: '1', DELIVERY_TIMEOUT_SECONDS: '60' });
  quick = await startReceiver();
  open = [];
  givenUp = 0;
  hangs = false;
  slow = createServer((request, response) => {
    request.resume().on('end', () => {
      response.on('close', () => {
        if (!response.writableEnded) givenUp += 1;
      });
      if (hangs) open.push(response);
      else setTimeout(() => response.end(), SLOW_RESPONSE_MS);
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  slow.closeAllConnections();
  slow.close();
  await quick.close();
  await world.close();
});

const destination = (url: string): Promise<string> =>
  world.destination({ templateId: 'template-webhook', inputs: { url: { value: url } } });

const statesOf = async (destinationId: string): Promise<readonly string[]> =>
  (await world.run(destinationId)).map(({ state }) => state);

it('a receiver that responds slowly does not take the sending places of others', async () => {
  const { port } = slow.address() as AddressInfo;
  const slowId = await destination(`http://127.0.0.1:${port}/`);
  const quickId = await destination(quick.url);
  await world.note(slowId, await world.event());
  await waitUntil(async () => {
    expect(await statesOf(slowId)).toEqual(['delivered']);
  });

  hangs = true;
  await world.note(slowId, await world.event());
  await waitUntil(() => {
    expect(open).toHaveLength(1);
  });
  await world.note(quickId, await world.event());
  await waitUntil(async () => {
    expect(await statesOf(quickId)).toEqual(['delivered']);
  });
  // Its delivery did not wait for the end of this request.
  expect(givenUp).toBe(0);
  expect([...(await statesOf(slowId))].sort()).toEqual(['delivered', 'waiting']);

  hangs = false;
  for (const response of open) response.end();
  await waitUntil(async () => {
    expect(await statesOf(slowId)).toEqual(['delivered', 'delivered']);
  });
});

it('after its first slow response, the other deliveries of a batch are sent without a lost attempt', async () => {
  const { port } = slow.address() as AddressInfo;
  const id = await destination(`http://127.0.0.1:${port}/`);
  // More than one batch of concurrent requests.
  const deliveries = 12;
  for (let at = 0; at < deliveries; at += 1) await world.note(id, await world.event());
  await waitUntil(async () => {
    const page = { limit: 20, offset: 0 };
    const { rows } = await world.log.list(1, id, { page });
    expect(rows.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(
      Array.from({ length: deliveries }, () => 'delivered 1'),
    );
  });
});
