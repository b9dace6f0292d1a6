import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLogger, findFreePort } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import { SMTPServer } from 'smtp-server';
import type { Standalone } from './standalone';
import { startStandalone } from './standalone';

export const TEST_MS = 240_000;
const WAIT_MS = 90_000;
const START = '2026-01-01T09:00:00Z';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Delivery {
  readonly id: string;
  readonly trigger_type: string;
  readonly status: string;
  readonly scheduled_at: string | null;
  readonly recipient_results: readonly { readonly status: string }[];
}

/**
 * Starts a product that sends to a mail server and a webhook of the test file.
 *
 * @returns functions that create subscriptions and read the delivered messages
 */
export function subscriptionScene() {
  let product: Standalone;
  let database: Database;
  let server: Server;
  let smtp: SMTPServer;
  let receiver: string;
  const received: Received[] = [];
  const mails: string[] = [];
  let trends: { id: number; short_id: string };
  let dashboard: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        received.push({ path, headers, body: Buffer.concat(chunks).toString('utf8') });
        response.end('ok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          mails.push(Buffer.concat(chunks).toString('utf8'));
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const port = await findFreePort();
    product = await startStandalone({
      port,
      readyTimeoutMs: 180_000,
      env: {
        SITE_URL: `http://127.0.0.1:${port}`,
        DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1',
        DELIVERY_TIMEOUT_SECONDS: '1',
        SUBSCRIPTION_SWEEP_SECONDS: '1',
        SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
        SMTP_FROM: 'Tidemark <sender@example.com>',
      },
    });
    const stores = JSON.parse(
      readFileSync(join(product.dataDir, 'run', 'stores.json'), 'utf8'),
    ) as { postgres: string };
    const logger = createLogger('test', 'silent');
    database = createDatabase(stores.postgres, { poolSize: 1, logger });
    await seed();
  }, TEST_MS);
  afterAll(async () => {
    await database.close();
    await product.stop();
    await new Promise((resolve) => server.close(resolve));
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${product.url}/api/projects/1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${product.personalApiKey}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
  };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { status, body: answer } = await request(method, path, body);
    expect({ status, answer }).toEqual({ status: method === 'POST' ? 201 : 200, answer });
    return answer as T;
  };
  const subscribe = (given: object) =>
    call<{ id: number; next_delivery_date: string }>('POST', 'subscriptions/', {
      frequency: 'daily',
      start_date: START,
      ...given,
    });
  const deliveriesOf = async (id: number) =>
    (await call<{ results: Delivery[] }>('GET', `subscriptions/${id}/deliveries/`)).results;
  const completed = async (id: number, count: number) =>
    waitUntil(async () => {
      const found = await deliveriesOf(id);
      expect(found.map(({ status }) => status)).toEqual(Array(count).fill('completed'));
      return found;
    }, WAIT_MS);
  const at = (path: string) => received.filter((one) => one.path === path);

  async function seed(): Promise<void> {
    const batch = Array.from({ length: 7 }, (_, index) => ({
      event: 'paid',
      distinct_id: `person-${index % 3}`,
      timestamp: new Date().toISOString(),
    }));
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: product.projectApiKey, batch }),
    });
    expect(response.status).toBe(200);
    const source = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'paid', custom_name: 'Paid <b>&' }],
      dateRange: { date_from: '-2d' },
    };
    await waitUntil(async () => {
      const { body } = await request('POST', 'query/', {
        query: source,
        refresh: 'force_blocking',
      });
      expect(body).toMatchObject({ results: [{ count: 7 }] });
    }, WAIT_MS);
    const place = { name: 'Week' };
    dashboard = (await call<{ id: number }>('POST', 'dashboards/', place)).id;
    trends = await call('POST', 'insights/', {
      name: 'Payments <script>',
      query: { kind: 'InsightVizNode', source },
      dashboards: [dashboard],
    });
    await call('POST', 'insights/', {
      name: 'Rows',
      query: { kind: 'HogQLQuery', query: "select 'total' as what, 4200 as sum" },
      dashboards: [dashboard],
    });
  }

  return {
    get product() {
      return product;
    },
    get database() {
      return database;
    },
    get receiver() {
      return receiver;
    },
    mails,
    get trends() {
      return trends;
    },
    get dashboard() {
      return dashboard;
    },
    request,
    call,
    subscribe,
    completed,
    at,
  };
}
