import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let clickhouse: ReturnType<typeof createClickHouse>;
let other: number;
const LIVE = '/api/projects/1/events/live/';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('test', 'fatal') });
  api = await startTestApi(urls, { LIVE_EVENT_STREAMS_MAX: 20 });
  other = await api.newProject('Other');
});
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.leave();
});
afterAll(async () => {
  await api.stop();
  await clickhouse.close();
});

interface NewEvent {
  readonly event: string;
  readonly uuid?: string;
  readonly projectId?: number;
  readonly who?: string;
  readonly properties?: object;
  readonly at?: Date;
}
const clickhouseTime = (date: Date) => date.toISOString().replace('T', ' ').replace('Z', '');

function store(events: readonly NewEvent[]): Promise<unknown> {
  const rows = events.map(({ event, uuid, projectId = 1, who = 'ann', properties, at }) => ({
    uuid: uuid ?? randomUUID(),
    team_id: projectId,
    event,
    distinct_id: who,
    person_id: randomUUID(),
    properties_text: JSON.stringify(properties ?? {}),
    timestamp: clickhouseTime(at ?? new Date()),
    created_at: clickhouseTime(new Date()),
    person_created_at: clickhouseTime(new Date()),
  }));
  return clickhouse.insertJsonEachRow('events', rows);
}

interface Message {
  readonly id: string | null;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}
interface Stream {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: Message[];
  /** Names of events, in order. */
  names(): unknown[];
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  leave(): Promise<void>;
}
const open: Stream[] = [];

async function listen(
  path = LIVE,
  headers: Readonly<Record<string, string>> = {},
  base = api.base,
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(base + path, {
    headers: { authorization: `Bearer ${api.masterKey}`, ...headers },
    signal: leaving.signal,
  });
  const messages: Message[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id, event, data] = /^(?:id: (.*)\n)?event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event === undefined) continue;
        messages.push({ id: id ?? null, event, data: JSON.parse(data ?? '') as Message['data'] });
      }
    }
  };
  const ended = response.ok ? read() : Promise.resolve();
  const left = ended.catch(() => undefined);
  const stream: Stream = {
    status: response.status,
    headers: response.headers,
    messages,
    names: () => messages.filter(({ event }) => event === 'event').map(({ data }) => data['event']),
    ended,
    leave: async () => {
      leaving.abort();
      await left;
    },
  };
  open.push(stream);
  return stream;
}
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${api.base}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
};

it('sends newly stored events to all clients, in the form of the list', async () => {
  await store([{ event: 'before' }]);
  const [first, second] = await Promise.all([listen(), listen()]);
  expect(first.headers.get('content-type')).toBe('text/event-stream');
  expect(first.headers.get('cache-control')).toBe('no-store');
  const uuid = randomUUID();
  await store([
    { event: 'signed up', uuid, properties: { plan: 'pro', big: '9007199254740993' } },
    { event: 'of another project', projectId: other },
  ]);
  await waitUntil(() => {
    for (const stream of [first, second]) expect(stream.names()).toEqual(['signed up']);
  });
  const listed = await api.call('GET', `/api/projects/1/events/${uuid}/`);
  expect(first.messages[0]?.data).toEqual(listed.body);
  expect(first.messages).toEqual(second.messages);
  expect(await metric('live_event_streams')).toBe(2);
  expect(await metric('live_event_feeds')).toBe(1);
});

it('polls once for all clients with the same filter, and not at all without clients', async () => {
  const looks = () => metric('live_event_look_seconds_count');
  const streams = await Promise.all([1, 2, 3, 4].map(() => listen()));
  const before = await looks();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const during = (await looks()) - before;
  expect(during).toBeGreaterThanOrEqual(1);
  expect(during).toBeLessThanOrEqual(4);
  for (const stream of streams) await stream.leave();
  await waitUntil(async () => expect(await metric('live_event_streams')).toBe(0));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const after = await looks();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await looks()).toBe(after);
}, 30_000);

it('takes the filters of the list', async () => {
  const action = await api.call('POST', '/api/projects/1/actions/', {
    json: { name: `bought ${randomUUID()}`, steps: [{ event: 'bought' }] },
  });
  const queries: Readonly<Record<string, string>> = {
    event: 'event=bought',
    distinct_id: 'distinct_id=bob',
    properties: `properties=${encodeURIComponent('[{"type":"event","key":"plan","operator":"exact","value":"pro"}]')}`,
    where: `where=${encodeURIComponent(`["properties.plan = 'pro'"]`)}`,
    action_id: `action_id=${action.body.id}`,
    missing: 'action_id=2000000000',
  };
  const streams = await Promise.all(
    Object.entries(queries).map(
      async ([name, query]) => [name, await listen(`${LIVE}?${query}`)] as const,
    ),
  );
  await store([
    { event: 'bought', who: 'ann' },
    { event: 'looked', who: 'bob' },
    { event: 'upgraded', who: 'ann', properties: { plan: 'pro' } },
  ]);
  await waitUntil(() => {
    expect(Object.fromEntries(streams.map(([name, stream]) => [name, stream.names()]))).toEqual({
      event: ['bought'],
      distinct_id: ['looked'],
      properties: ['upgraded'],
      where: ['upgraded'],
      action_id: ['bought'],
      missing: [],
    });
  });
});

it('sends each event once, also those that become visible late, and none that happened long ago', async () => {
  const stream = await listen();
  const late = { event: 'late', at: new Date(Date.now() - 3_600_000) };
  await store([late, { event: 'old', at: new Date(Date.now() - 25 * 3_600_000) }]);
  for (let n = 0; n < 3; n += 1) {
    await store([{ event: `n${n}` }]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
  await waitUntil(() => expect(stream.names()).toEqual(['late', 'n0', 'n1', 'n2']));
  const ids = stream.messages.map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
}, 20_000);

it('sends the newest two hundred, and the number of omitted events', async () => {
  const stream = await listen();
  const now = Date.now();
  const events = Array.from({ length: 3_000 }, (_, n) => ({
    event: `e${n}`,
    at: new Date(now - 3_000 + n),
  }));
  await store(events);
  await waitUntil(() => expect(stream.names()).toHaveLength(200));
  expect(stream.messages[0]).toEqual({ id: null, event: 'skipped', data: { count: 2_800 } });
  expect(stream.names().slice(-2)).toEqual(['e2998', 'e2999']);
});

describe('a client that comes back', () => {
  it('receives missed messages once', async () => {
    const keeper = await listen();
    const stream = await listen();
    await store([{ event: 'a' }]);
    await waitUntil(() => expect(stream.names()).toEqual(['a']));
    await stream.leave();
    await store([{ event: 'b' }]);
    await waitUntil(() => expect(keeper.names()).toEqual(['a', 'b']));
    const back = await listen(LIVE, { 'last-event-id': stream.messages.at(-1)?.id ?? '' });
    await store([{ event: 'c' }]);
    await waitUntil(() => expect(back.names()).toEqual(['b', 'c']));
  });

  it('gets it if no client listened meanwhile', async () => {
    const path = `${LIVE}?distinct_id=eve`;
    const stream = await listen(path);
    await store([{ event: 'a', who: 'eve' }]);
    await waitUntil(() => expect(stream.names()).toEqual(['a']));
    await stream.leave();
    await waitUntil(async () => expect(await metric('live_event_streams')).toBe(0));
    await store([{ event: 'b', who: 'eve' }]);
    const back = await listen(path, { 'last-event-id': stream.messages.at(-1)?.id ?? '' });
    await waitUntil(() => expect(back.names()).toEqual(['b']));
  });

  it('gets it from an api that does not know the stream; with an unknown id it starts again', async () => {
    const who = randomUUID();
    const uuid = randomUUID();
    await store([
      { event: 'a', uuid, who },
      { event: 'b', who },
    ]);
    const path = `${LIVE}?distinct_id=${who}`;
    const back = await listen(path, { 'last-event-id': `${Date.now()}-${uuid}` });
    await waitUntil(() => expect(back.names()).toEqual(['b']));
    const anew = await listen(path, { 'last-event-id': 'nonsense' });
    await store([{ event: 'c', who }]);
    await waitUntil(() => expect(anew.names()).toEqual(['c']));
    expect(back.names()).toEqual(['b', 'c']);
  });
});

describe('is rejected', () => {
  it.each([
    ['after=-1d', 'after'],
    ['limit=5', 'limit'],
    ['select=["event"]', 'select'],
    ['properties={', 'properties'],
    ['action_id=x', 'action_id'],
    ['where=["nonsense((("]', null],
    ['where=["no_such_column = 1"]', null],
  ])('%s', async (query, attr) => {
    const answer = await api.call('GET', `${LIVE}?${query}`);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { type: 'validation_error', ...(attr !== null && { attr }) },
    ]);
  });

  it('without a key, and with one of another scope', async () => {
    expect((await api.call('GET', LIVE, { key: null })).status).toBe(401);
    const key = await api.keyWith(['action:read']);
    expect((await api.call('GET', LIVE, { key })).status).toBe(403);
  });

  it('when too many are open, of which each project has a share', async () => {
    const streams = await Promise.all(Array.from({ length: 25 }, () => listen()));
    const rejected = streams.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.headers.get('retry-after')).toBe('10');
    expect((await listen(`/api/projects/${other}/events/live/`)).status).toBe(200);
  });
});

it('ends when the api stops', async () => {
  const urls = await createIsolatedStores();
  const store2 = createClickHouse({ url: urls.clickhouse, logger: createLogger('t', 'fatal') });
  await store2.close();
  const second = await startTestApi(urls);
  const stream = await listen(LIVE, {}, second.base);
  expect(stream.status).toBe(200);
  const began = Date.now();
  await Promise.all([second.stop(), stream.ended]);
  expect(Date.now() - began).toBeLessThan(5_000);
});
