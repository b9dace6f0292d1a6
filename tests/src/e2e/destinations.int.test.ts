import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const TEST_MS = 240_000;
/** The time for which a worker may use cached definitions. */
const DEFINITIONS_MS = 10_500;

/** A request that the receiver got. */
interface Received {
  readonly path: string;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Events are sent as requests to a receiver. Crashes are tested in `destination-chaos.int.test.ts`. */
describe('destinations of the running product', () => {
  let product: Standalone;
  let server: Server;
  let receiver: string;
  const received: Received[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({
          path: request.url ?? '',
          id: String(request.headers['webhook-id']),
          body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>,
        });
        response.end('ok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    product = await startStandalone({
      env: { DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1', DELIVERY_TIMEOUT_SECONDS: '2' },
    });
    await makeDefinitions();
    await sleep(DEFINITIONS_MS);
  }, TEST_MS);
  afterAll(async () => {
    await product.stop();
    await new Promise((resolve) => server.close(resolve));
  });

  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${product.url}/api/projects/1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${product.personalApiKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { id: string; [field: string]: unknown };
    expect({ status: response.status, answer }).toMatchObject({
      status: method === 'POST' && !path.includes('/test/') ? 201 : 200,
    });
    return answer;
  };
  const capture = async (events: readonly object[]): Promise<void> => {
    await waitUntil(async () => {
      const response = await fetch(`${product.url}/batch/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: product.projectApiKey, batch: events }),
      });
      expect(response.status).toBe(200);
    });
  };
  const at = (path: string) => received.filter((one) => one.path === path);
  let paid: { readonly id: string };
  let signedUp: { readonly id: string };
  /** Creates the destinations and actions of all tests, which then wait for the worker only once. */
  const makeDefinitions = async (): Promise<void> => {
    paid = await call('POST', 'hog_functions/', {
      type: 'destination',
      name: 'Paid',
      template_id: 'template-webhook',
      enabled: true,
      inputs: { url: { value: `${receiver}/paid` } },
      filters: {
        events: [
          { id: 'paid', properties: [{ key: 'sum', operator: 'gt', value: 10, type: 'event' }] },
        ],
      },
    });
    await call('PATCH', '', { slack_incoming_webhook: `${receiver}/slack` });
    signedUp = await call('POST', 'actions/', {
      name: 'Signed up',
      post_to_slack: true,
      slack_message_format: '[action.name] by [person]',
      steps: [{ event: 'signup' }],
    });
  };

  it('shows the request of a destination in a test, then sends it for a matching event', async () => {
    const test = await call('POST', `hog_functions/${paid.id}/test/`, {});
    expect(test).toMatchObject({ status: 'success', result: { status: 200 } });
    expect(at('/paid')).toHaveLength(1);
    await capture([
      { event: 'paid', distinct_id: 'ann', properties: { sum: 11 } },
      { event: 'paid', distinct_id: 'ann', properties: { sum: 9 } },
      { event: 'other', distinct_id: 'ann' },
    ]);
    await waitUntil(() => expect(at('/paid')).toHaveLength(2), 20_000);
    expect(at('/paid')[1]?.body).toMatchObject({
      event: { event: 'paid', properties: { sum: 11 } },
    });
  });

  it('posts for an action with post_to_slack, and continues after the action was migrated', async () => {
    await capture([{ event: 'signup', distinct_id: 'bob', $set: { email: 'bob@example.com' } }]);
    await waitUntil(() => expect(at('/slack')).toHaveLength(1), 20_000);
    expect(at('/slack')[0]?.body).toEqual({ text: 'Signed up by bob@example.com' });
    const response = await fetch(`${product.url}/api/projects/1/actions/${signedUp.id}/migrate/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${product.personalApiKey}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ post_to_slack: false });
    await sleep(DEFINITIONS_MS);
    await capture([{ event: 'signup', distinct_id: 'eve' }]);
    await waitUntil(() => expect(at('/slack')).toHaveLength(2), 20_000);
    expect(at('/slack')[1]?.body).toEqual({ text: 'Signed up by eve' });
  });
});
