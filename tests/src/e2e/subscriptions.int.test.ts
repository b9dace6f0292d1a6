import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { productProcess } from '../test-support/product-processes';
import type { Received } from '../test-support/subscription-scene';
import { TEST_MS, subscriptionScene } from '../test-support/subscription-scene';

const scene = subscriptionScene();
const { mails, request, call, subscribe, completed, at } = scene;

const SECRET = Buffer.alloc(32, 7);

/** Joins the folded lines of headers. */
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

/** Insights and dashboards are sent by schedule, whatever process is killed meanwhile. */
describe('subscriptions of the running product', () => {
  it(
    'sends an e-mail with an embedded chart, the numbers of the query, and a link that unsubscribes with one click',
    async () => {
      const { id } = await subscribe({
        insight: scene.trends.id,
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
      expect(text).toContain(`${scene.product.url}/project/1/insights/${scene.trends.short_id}`);

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
    'sends a dashboard to a webhook, signed, and to Slack, with charts that have a URL',
    async () => {
      const hook = await subscribe({
        dashboard: scene.dashboard,
        target_type: 'webhook',
        target_value: `${scene.receiver}/hook`,
        signing_secret: `whsec_${SECRET.toString('base64')}`,
      });
      const slack = await subscribe({
        dashboard: scene.dashboard,
        target_type: 'slack',
        target_value: `${scene.receiver}/slack/a-credential`,
      });
      expect(slack).toMatchObject({ target_value: `${scene.receiver}/***` });
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
    'sends one delivery per due time although workers are killed, and only one after an outage of days',
    async () => {
      const { id, next_delivery_date: next } = await subscribe({
        insight: scene.trends.id,
        target_type: 'webhook',
        target_value: `${scene.receiver}/due`,
      });
      await completed(id, 1);
      expect(new Date(next).getTime()).toBeGreaterThan(Date.now());
      for (const [round, daysAgo] of [0, 4, 1].entries()) {
        const due = new Date(Date.now() - daysAgo * 86_400_000 - 1_000);
        await scene.database.db
          .updateTable('subscriptions')
          .set({ next_delivery_date: due })
          .where('id', '=', id)
          .execute();
        for (const name of ['query-worker', 'delivery', 'query-worker', 'delivery'] as const) {
          await sleep(400 + 300 * round);
          const found = productProcess(scene.product.pid, name);
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
