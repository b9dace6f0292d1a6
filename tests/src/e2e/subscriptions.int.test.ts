import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import { SMTPServer } from 'smtp-server';
import { productProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { freePort, startStandalone } from '../test-support/standalone';

const TEST_MS = 240_000;
const WAIT_MS = 90_000;
const SECRET = Buffer.alloc(32, 7);
const START = '2026-01-01T09:00:00Z';

interface Received {
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

/** Insights and dashboards become messages by schedule, whatever dies in between. */
describe('subscriptions of the running product', () => {
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
    const port = await freePort();
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

  it(
    'sends an e-mail with the chart inside, the numbers of the query and one click to unsubscribe',
    async () => {
      const { id } = await subscribe({
        insight: trends.id,
        target_type: 'email',
        target_value: 'ann@example.com,bob@example.com',
        invite_message: 'Have a look',
      });
      await completed(id, 1);
      expect(mails).toHaveLength(2);
      const mail = mails.find((text) => text.includes('To: ann@example.com')) ?? '';
      const parts = partsOf(mail);
      const html = parts.find(({ head }) => head.includes('text/html'))?.bytes.toString() ?? '';
      const text = parts.find(({ head }) => head.includes('text/plain'))?.bytes.toString() ?? '';
      const png = parts.find(({ head }) => head.includes('image/png'));
      expect(png?.bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([png?.bytes.readUInt32BE(16), png?.bytes.readUInt32BE(20)]).toEqual([1200, 600]);
      const cid = /Content-Id: <([^>]+)>/i.exec(png?.head ?? '')?.[1] ?? 'missing';
      expect(html).toContain(`src="cid:${cid}"`);
      expect(html).toContain('Payments &lt;script&gt;');
      expect(html).not.toContain('<script>');
      expect(html).toContain('Have a look');
      const asked = await request('POST', 'query/', {
        query: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event: 'paid' }],
          dateRange: { date_from: '-2d' },
        },
      });
      const [line] = (asked.body as { results: { days: string[]; data: number[] }[] }).results;
      const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
      );
      expect(rows).toEqual([
        ['Date', 'Paid &lt;b&gt;&amp;'],
        ...(line?.days ?? []).map((day, index) => [day, String(line?.data[index])]),
      ]);
      expect(text).toContain(`${product.url}/project/1/insights/${trends.short_id}`);

      const unsubscribe = /List-Unsubscribe:\s*<([^>]+)>/.exec(unfolded(mail))?.[1] ?? '';
      const shown = await fetch(unsubscribe);
      expect(await shown.text()).toContain('<button>Unsubscribe</button>');
      const one = () => call<{ target_value: string }>('GET', `subscriptions/${id}/`);
      expect((await one()).target_value).toBe('ann@example.com,bob@example.com');
      const click = await fetch(unsubscribe, {
        method: 'POST',
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([click.status, await click.json()]).toEqual([200, { success: true }]);
      expect((await one()).target_value).toBe('bob@example.com');
      const changed = await fetch(`${unsubscribe}x`, { method: 'POST' });
      expect(await changed.json()).toEqual({ success: false });
    },
    TEST_MS,
  );

  it(
    'sends a dashboard to a webhook, signed, and to Slack, with charts that have an address',
    async () => {
      const hook = await subscribe({
        dashboard,
        target_type: 'webhook',
        target_value: `${receiver}/hook`,
        signing_secret: `whsec_${SECRET.toString('base64')}`,
      });
      const slack = await subscribe({
        dashboard,
        target_type: 'slack',
        target_value: `${receiver}/slack/a-credential`,
      });
      expect(slack).toMatchObject({ target_value: `${receiver}/***` });
      await completed(hook.id, 1);
      await completed(slack.id, 1);
      const [sent] = at('/hook');
      const { headers, body } = sent as Received;
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const mac = createHmac('sha256', SECRET).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${mac}`);
      const message = JSON.parse(body) as {
        data: { insights: { name: string; rows: unknown[]; png_url: string; svg_url: string }[] };
      };
      expect(message).toMatchObject({
        type: 'subscription.delivered',
        data: { subscription_id: hook.id, resource: { type: 'dashboard', name: 'Week' } },
      });
      const [first, second] = message.data.insights;
      expect(second).toMatchObject({
        name: 'Rows',
        columns: ['what', 'sum'],
        rows: [['total', 4200]],
        png_url: null,
      });
      const png = Buffer.from(await (await fetch(String(first?.png_url))).arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 600]);
      const svg = await fetch(String(first?.svg_url));
      expect(svg.headers.get('content-type')).toContain('image/svg+xml');
      expect(await svg.text()).toMatch(/^<svg /);
      const [posted] = at('/slack/a-credential');
      const blocks = (
        JSON.parse(posted?.body ?? '{}') as {
          blocks: { type: string; text?: { text: string }; image_url?: string }[];
        }
      ).blocks;
      expect(blocks.some(({ type }) => type === 'image')).toBe(true);
      expect(blocks.some(({ text }) => text?.text.includes('total  4,200') === true)).toBe(true);
      expect(JSON.stringify(blocks)).toContain('Payments &lt;script&gt;');
    },
    TEST_MS,
  );

  it(
    'makes one delivery of a due time although workers are killed, and one after an outage of days',
    async () => {
      const { id, next_delivery_date: next } = await subscribe({
        insight: trends.id,
        target_type: 'webhook',
        target_value: `${receiver}/due`,
      });
      await completed(id, 1);
      expect(new Date(next).getTime()).toBeGreaterThan(Date.now());
      for (const [round, daysAgo] of [0, 4, 1].entries()) {
        const due = new Date(Date.now() - daysAgo * 86_400_000 - 1_000);
        await database.db
          .updateTable('subscriptions')
          .set({ next_delivery_date: due })
          .where('id', '=', id)
          .execute();
        for (const name of ['query-worker', 'delivery', 'query-worker', 'delivery'] as const) {
          await sleep(400 + 300 * round);
          const found = productProcess(product.pid, name);
          if (found !== undefined) process.kill(found.pid, 'SIGKILL');
        }
        const found = await completed(id, round + 2);
        expect(found[0]).toMatchObject({
          trigger_type: 'scheduled',
          scheduled_at: due.toISOString().replace('Z', '000Z'),
        });
      }
      const ids = at('/due').map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(4);
      const { next_delivery_date: later } = await call<{ next_delivery_date: string }>(
        'GET',
        `subscriptions/${id}/`,
      );
      expect(later).toBe(next);
    },
    TEST_MS,
  );
});

/** Lines of a header that were broken are one again. */
function unfolded(mail: string): string {
  return mail.replace(/\r\n[ \t]+/g, '');
}

/** The parts of an e-mail (RFC 2046), decoded. */
function partsOf(mail: string): { readonly head: string; readonly bytes: Buffer }[] {
  return mail.split(/\r\n--[^\r\n]+\r\n/).flatMap((part) => {
    const end = part.indexOf('\r\n\r\n');
    const head = unfolded(part.slice(0, end));
    const body = part.slice(end + 4).split(/\r\n--/)[0] ?? '';
    if (/multipart/i.test(head)) return [];
    if (/base64/i.test(head)) return [{ head, bytes: Buffer.from(body, 'base64') }];
    const bytes = /quoted-printable/i.test(head) ? quoted(body) : Buffer.from(body);
    return [{ head, bytes }];
  });
}

function quoted(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '');
  const bytes: number[] = [];
  for (let index = 0; index < joined.length; index += 1) {
    if (joined[index] === '=') {
      bytes.push(Number.parseInt(joined.slice(index + 1, index + 3), 16));
      index += 2;
    } else bytes.push(...Buffer.from(joined[index] ?? ''));
  }
  return Buffer.from(bytes);
}
