import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { productProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const LIST = '/api/projects/1/event_deletions/';
const SESSION = '01900000-0000-7000-8000-000000000001';
const LIMIT_MS = 180_000;
/** A number of events that one deletion deletes in several batches. */
const MANY = 25_000;
const AT_ONCE = 5_000;

interface Deletion {
  readonly id: string;
  readonly status: string;
  readonly count: number;
  readonly found: number | null;
  readonly deleted: number;
  readonly error: string | null;
  readonly samples?: readonly { readonly event: string; readonly properties: object }[];
}

interface Sent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: object;
}

describe('a deletion of events by filter', () => {
  let product: Standalone;
  let api: ApiClient;

  beforeAll(async () => {
    product = await startStandalone({
      env: { EVENT_DELETION_SWEEP_SECONDS: '1' },
      readyTimeoutMs: 120_000,
    });
    api = createApiClient(product.url, product.personalApiKey);
  });
  afterAll(() => product.stop());

  const send = async (batch: readonly Sent[]): Promise<void> => {
    const body = JSON.stringify({ api_key: product.projectApiKey, batch });
    const response = await fetch(`${product.url}/batch/`, { method: 'POST', body });
    expect(response.status).toBe(200);
  };
  const event = (name: string, properties: object = {}, timestamp = new Date().toISOString()) => ({
    ...{ uuid: randomUUID(), event: name, distinct_id: 'ann', timestamp, properties },
  });
  const countOf = async (name: string): Promise<number> => {
    const rows = await api.hogql(1, `select count() from events where event = '${name}'`);
    return Number(rows[0]?.[0]);
  };
  const stored = (name: string, count: number) =>
    waitUntil(async () => expect(await countOf(name)).toBe(count), LIMIT_MS);
  const draft = async (filter: object): Promise<Deletion> => {
    const { status, body } = await api.post(LIST, filter);
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'draft' })]);
    return body as Deletion;
  };
  const confirm = async ({ id, count }: Deletion): Promise<void> => {
    const { status } = await api.post(`${LIST}${id}/confirm/`, { count });
    expect(status).toBe(200);
  };
  const read = async ({ id }: Deletion) => (await api.get(`${LIST}${id}/`)).body as Deletion;
  const ended = (deletion: Deletion, status: string): Promise<Deletion> =>
    waitUntil(async () => {
      const now = await read(deletion);
      expect([now.status, now.error]).toEqual([status, null]);
      return now;
    }, LIMIT_MS);

  it('deletes exactly the previewed events, and deleted events are not stored again', async () => {
    const old = '2026-01-02T03:04:05.678Z';
    const gone = [
      event(
        'paid',
        { amount: 150, $session_id: SESSION },
        new Date(Date.now() - 60_000).toISOString(),
      ),
      event('paid', { amount: 200 }, old),
      event('paid', { amount: 101 }),
    ];
    const kept = [
      event('paid', { amount: 50, $session_id: SESSION }),
      event('seen', { amount: 500 }),
    ];
    await send([...gone, ...kept]);
    await stored('paid', 4);
    const deletion = await draft({ events: ['paid'], condition: 'properties.amount > 100' });
    expect(deletion).toMatchObject({ count: 3, deleted: 0, found: null });
    expect(deletion.samples).toHaveLength(3);
    expect(deletion.samples?.[0]).toMatchObject({ event: 'paid' });

    const later = event('paid', { amount: 999 });
    await send([later]);
    await stored('paid', 5);
    const wrong = await api.post(`${LIST}${deletion.id}/confirm/`, { count: 4 });
    expect([wrong.status, wrong.body]).toMatchObject([400, { attr: 'count' }]);
    await confirm(deletion);
    expect(await ended(deletion, 'completed')).toMatchObject({ found: 3, deleted: 3 });
    const amounts = await api.hogql(
      1,
      "select properties.amount from events where event = 'paid' order by 1",
    );
    expect(amounts.flat().map(Number)).toEqual([50, 999]);
    expect(await countOf('seen')).toBe(1);

    // The session is computed from the remaining events.
    const starts = await api.hogql(
      1,
      `select toString($start_timestamp) from sessions where session_id = '${SESSION}'
        union all select toString(min(timestamp)) from events where $session_id = '${SESSION}'`,
    );
    expect(starts).toHaveLength(2);
    expect(starts[0]).toEqual(starts[1]);

    // A client sends the deleted events again, and then an event that shows that they have been processed.
    await send(gone);
    await send([event('passed')]);
    await stored('passed', 1);
    expect(await countOf('paid')).toBe(2);
  });

  it('is in the activity log, with its author', async () => {
    const { body } = await api.get('/api/projects/1/activity_log/?scope=EventDeletion');
    const { results } = body as { results: { activity: string; user: { id: number } | null }[] };
    expect(results.map(({ activity }) => activity)).toEqual(['completed', 'confirmed', 'created']);
    expect(results.every(({ user }) => user !== null)).toBe(true);
  });

  it(
    'completes correctly when its worker is killed with SIGKILL',
    async () => {
      const events = Array.from({ length: MANY }, (_, index) => {
        const day = String(1 + (index % 28)).padStart(2, '0');
        return event('many', { index }, `2026-02-${day}T00:00:00.000Z`);
      });
      for (let from = 0; from < MANY; from += AT_ONCE) {
        await send(events.slice(from, from + AT_ONCE));
      }
      await stored('many', MANY);
      const deletion = await draft({
        events: ['many'],
        properties: [{ key: 'index', value: 9, operator: 'gt', type: 'event' }],
      });
      expect(deletion.count).toBe(MANY - 10);
      await confirm(deletion);
      await waitUntil(
        async () => {
          expect((await read(deletion)).deleted).toBeGreaterThan(0);
        },
        LIMIT_MS,
        20,
      );
      const pid = productProcess(product.pid, 'query-worker')?.pid;
      process.kill(pid ?? -1, 'SIGKILL');
      await waitUntil(() => {
        const started = productProcess(product.pid, 'query-worker');
        expect([undefined, pid]).not.toContain(started?.pid);
      }, LIMIT_MS);
      await endLease(product, deletion.id);
      expect(await ended(deletion, 'completed')).toMatchObject({
        found: MANY - 10,
        deleted: MANY - 10,
      });
      expect(await countOf('many')).toBe(10);
      await send(events.slice(0, 1_000));
      await send([event('passed')]);
      await stored('passed', 2);
      expect(await countOf('many')).toBe(10);
    },
    LIMIT_MS * 3,
  );
});

/** Ends the lease of a worker that has died, which otherwise expires after a minute. */
async function endLease({ dataDir }: Standalone, id: string): Promise<void> {
  const stores = JSON.parse(await readFile(join(dataDir, 'run', 'stores.json'), 'utf8')) as {
    postgres: string;
  };
  const logger = createLogger('test', 'fatal');
  const database = createDatabase(stores.postgres, { poolSize: 1, logger });
  try {
    await database.db
      .updateTable('event_deletions')
      .set({ lease_until: new Date(Date.now() - 1_000) })
      .where('id', '=', id)
      .where('lease', 'is not', null)
      .execute();
  } finally {
    await database.close();
  }
}
