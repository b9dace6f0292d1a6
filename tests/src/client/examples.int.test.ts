import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '@tidemark/client';
import type { ShopProject } from '../test-support/shop-project';
import { shopProject } from '../test-support/shop-project';
import { REPOSITORY } from '../test-support/standalone';

/** Runs the programs in packages/client/examples as readers would. */
let shop: ShopProject;

beforeAll(async () => {
  shop = await shopProject('Client examples');
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs an example in its folder, where `@tidemark/client` resolves to the built package. */
function run(example: string, ...args: string[]): Promise<Ended> {
  const script = join(REPOSITORY, 'packages', 'client', 'examples', example);
  const env = {
    ...process.env,
    TIDEMARK_HOST: shop.url,
    TIDEMARK_API_KEY: shop.personalApiKey,
    TIDEMARK_PROJECT_ID: String(shop.projectId),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: out.trim(), err });
    });
  });
}

const ordersPaid = () => shop.events.filter(({ event }) => event === 'order paid');

describe('a run of the client', () => {
  it('is cancelled on the server when its signal is aborted', async () => {
    const client = createClient({
      host: shop.url,
      apiKey: shop.personalApiKey,
      projectId: shop.projectId,
    });
    const abort = new AbortController();
    const runId = 'client-cancels';
    const status = `/api/projects/${shop.projectId}/query/${runId}/`;
    const query = 'SELECT sum(sipHash64(number, 6)) FROM numbers(100000000000)';
    const seen: number[] = [];
    const checks: Promise<unknown>[] = [];
    const check = async (): Promise<void> => {
      seen.push((await shop.api.get(status)).status);
      abort.abort(new Error('enough'));
    };
    const run = client.run(
      { kind: 'HogQLQuery', query },
      {
        runId,
        signal: abort.signal,
        onProgress: () => {
          if (checks.length === 0) checks.push(check());
        },
      },
    );
    await expect(run).rejects.toThrow('enough');
    await Promise.all(checks);
    // As specified, the status of a run can be read until the run is cancelled.
    expect(seen).toEqual([200]);
    expect(await shop.api.get(status)).toMatchObject({ status: 404 });
  });

  it('rejects with the error message of a failed run', async () => {
    const client = createClient({
      host: shop.url,
      apiKey: shop.personalApiKey,
      projectId: shop.projectId,
    });
    const run = client.run({ kind: 'HogQLQuery', query: 'SELECT nothing FROM events' });
    await expect(run).rejects.toMatchObject({
      message: expect.stringContaining('nothing') as string,
    });
  });
});

describe('examples of the client', () => {
  it('flags-by-age.mjs lists all pages', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five'];
    for (const [at, key] of keys.entries()) {
      const made = await shop.api.post(`/api/projects/${shop.projectId}/feature_flags/`, {
        key,
        active: at % 2 === 0,
      });
      expect(made.status).toBe(201);
    }
    const expected = 'one on\ntwo off\nthree on\nfour off\nfive on';
    expect(await run('flags-by-age.mjs')).toEqual({ code: 0, out: expected, err: '' });
  });

  it('orders-by-day.mjs returns the counts of the sent events', async () => {
    const { out, code } = await run('orders-by-day.mjs', 'order paid');
    const counted = new Map(out.split('\n').map((line) => line.split(' ') as [string, string]));
    expect([code, counted.size]).toEqual([0, 8]);
    for (const [day, count] of counted) {
      const sent = ordersPaid().filter(({ timestamp }) => timestamp.startsWith(day));
      expect([day, Number(count)]).toEqual([day, sent.length]);
    }
  });

  it('revenue.cjs adds up all rows, and prints an error for a wrong call', async () => {
    const total = ordersPaid().reduce((sum, { properties }) => sum + Number(properties.revenue), 0);
    expect(total).toBeGreaterThan(0);
    const done = await run('revenue.cjs', 'order paid', 'revenue');
    expect(done).toEqual({ code: 0, out: total.toFixed(2), err: '' });
    const wrong = await run('revenue.cjs', 'order paid');
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/^400 \S+: /) as string });
  });

  it('long-report.mjs waits for a run, and cancels it after some seconds', async () => {
    const { out } = await run('long-report.mjs', 'SELECT count() AS total FROM events');
    expect(JSON.parse(out)).toEqual({ columns: ['total'], results: [[shop.events.length]] });
    const slow = 'SELECT sum(sipHash64(number, 5)) FROM numbers(100000000000)';
    expect(await run('long-report.mjs', slow, '1')).toMatchObject({ code: 0, out: 'cancelled' });
  });

  it('arrow-columns.mjs reads batches of Arrow', async () => {
    const counts = new Map<string, number>();
    for (const { event } of shop.events) counts.set(event, (counts.get(event) ?? 0) + 1);
    const expected = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    const { out, err } = await run('arrow-columns.mjs');
    expect([out, err]).toEqual([expected.map((pair) => pair.join(' ')).join('\n'), '']);
  });
});
