import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

type Stores = Awaited<ReturnType<typeof createIsolatedStores>>;
let stores: Stores;
let api: TestApi;
const DRAFT = '/api/projects/1/query/draft_sql/';
const CHAT = '/api/projects/1/query/chat/';

beforeAll(async () => {
  stores = await createIsolatedStores();
  const logger = createLogger('test', 'warn');
  const clickhouse = createClickHouse({ url: stores.clickhouse, logger });
  await clickhouse.close();
  api = await startTestApi(stores);
});
afterAll(() => api.stop());

const draft = (prompt: string, on = api) =>
  on.call('GET', `${DRAFT}?prompt=${encodeURIComponent(prompt)}`);

interface ChatEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function chat(json: unknown, on = api, key = on.masterKey) {
  const response = await fetch(on.base + CHAT, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const events = text
    .split('\n\n')
    .filter(Boolean)
    .map((block): ChatEvent => {
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as ChatEvent['data'] };
    });
  const messages = events.filter(({ event }) => event === 'message').map(({ data }) => data);
  const result = events.find(({ event }) => event === 'result')?.data ?? null;
  const viz = messages.find(({ type }) => type === 'ai/viz')?.['answer'] ?? {};
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    messages,
    result,
    sql: String((viz as { query?: string }).query),
  };
}

describe('draft_sql', () => {
  it('returns a statement that runs', async () => {
    const found = await draft('pageviews per day by browser last 30 days');
    expect(found.status).toBe(200);
    expect(Object.keys(found.body)).toEqual(['sql']);
    const query = { kind: 'HogQLQuery', query: found.body['sql'] };
    const ran = await api.call('POST', '/api/projects/1/query/', { json: { query } });
    expect(ran.status).toBe(200);
    expect(ran.body).toMatchObject({ columns: ['day', 'browser', 'total'], results: [] });
  });

  it('says behind the statement what it guessed', async () => {
    const { sql } = (await draft('signups per moon phase')).body as unknown as { sql: string };
    expect(sql).toMatch(/^SELECT [\s\S]*\n-- No property like "moon" has been seen/);
  });

  it.each([
    ['?prompt=', 'required', 'This field is required.'],
    ['?prompt=%20%20', 'required', 'This field is required.'],
    [`?prompt=${'a'.repeat(401)}`, 'too_long', 'This field is too long.'],
    ['?prompt=qwerty+asdfgh', 'unclear', 'None of these is an event or property'],
    ['?prompt=%00', 'null_characters_not_allowed', 'Null characters are not allowed.'],
  ])('rejects %.20s', async (search, code, detail) => {
    const found = await api.call('GET', DRAFT + search);
    expect(found.status).toBe(400);
    expect(found.body).toMatchObject({ type: 'validation_error', code, attr: 'prompt' });
    expect(found.body.detail).toContain(detail);
  });

  it('needs a key that may query', async () => {
    expect((await api.call('GET', DRAFT, { key: null })).status).toBe(401);
    const key = await api.keyWith(['action:read']);
    expect((await api.call('GET', DRAFT, { key })).status).toBe(403);
  });
});

describe('chat', () => {
  it('returns the query and its result', async () => {
    const found = await chat({ message: 'how many events last 7 days' });
    expect([found.status, found.type]).toEqual([200, 'text/event-stream']);
    expect(found.events.map(({ event }) => event)).toEqual([
      'conversation',
      'message',
      'message',
      'result',
      'message',
      'end',
    ]);
    expect(found.messages[0]).toMatchObject({
      type: 'human',
      content: 'how many events last 7 days',
    });
    expect(found.sql).toContain('INTERVAL 7 DAY');
    expect(found.result).toMatchObject({ columns: ['total'], results: [[0]] });
    expect(found.messages.at(-1)).toMatchObject({ type: 'ai', content: 'total: 0.', done: true });
  });

  it.each([
    'users who did signup then purchase then refund',
    'how many users did signup but not purchase',
    'conversion rate from signup to purchase by browser',
    'top 3 pages per day where amount > 3',
    'p95 of amount by country compared to previous period',
    'average amount per week on mobile from Germany',
    'latest 10 purchases',
    'pageviews per user by day of week',
  ])('runs what it drafts: %s', async (message) => {
    const { result, messages } = await chat({ message });
    expect(messages.filter(({ type }) => type === 'ai/failure')).toEqual([]);
    expect(result).toMatchObject({ results: expect.any(Array) });
  });

  it('goes on from what was asked before, for the same user in the same project', async () => {
    const first = await chat({ messages: [{ type: 'human', content: 'pageviews last 30 days' }] });
    const { id } = first.events[0]?.data ?? {};
    const next = await chat({ message: 'and by browser', conversation: id });
    expect(next.sql).toContain("event = '$pageview'");
    expect(next.sql).toContain('properties.$browser AS browser');
    const shorter = await chat({ message: 'only last 7 days', session_id: id });
    expect(shorter.sql).toMatch(/INTERVAL 7 DAY[\s\S]*GROUP BY browser/);
    const alone = await chat({ message: 'and by browser' });
    expect(alone.sql).not.toContain('$pageview');
  });

  it('says what it does not understand', async () => {
    const { messages, result } = await chat({ message: 'qwerty asdfgh' });
    expect(messages.at(-1)).toMatchObject({ type: 'ai/failure', code: 'unclear' });
    expect(result).toBeNull();
  });

  it('returns 200 without a body where nothing was sent', async () => {
    for (const [method, path] of [
      ['POST', CHAT],
      ['GET', DRAFT],
    ] as const) {
      const found = await api.call(method, path);
      expect([found.status, found.text]).toEqual([200, '']);
    }
  });

  it.each([{ message: '' }, { messages: [] }])('opens a conversation for %p', async (json) => {
    const found = await chat(json);
    expect(found.status).toBe(200);
    expect(found.events.map(({ event }) => event)).toEqual(['conversation', 'message', 'end']);
  });

  it.each([
    [{ message: 5 }, 'message'],
    [{ message: 'x'.repeat(4_001) }, 'message'],
    [{ conversation: '../x' }, 'conversation'],
  ])('rejects case %#', async (json, attr) => {
    const found = await api.call('POST', CHAT, { json });
    expect(found.status).toBe(400);
    expect(found.body).toMatchObject({ type: 'validation_error', attr });
  });
});

describe('with a language model', () => {
  let server: Server;
  let smart: TestApi;
  let responses: (string | number)[] = [];
  let asked: { messages: { role: string; content: string }[]; model: string }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (
          request.url !== '/v1/chat/completions' ||
          request.headers.authorization !== 'Bearer k'
        ) {
          response.writeHead(404).end();
          return;
        }
        asked.push(JSON.parse(body) as (typeof asked)[number]);
        const next = responses.shift() ?? 500;
        if (next === 302) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
        else if (typeof next === 'number') response.writeHead(next).end('no');
        else {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify({ choices: [{ message: { role: 'assistant', content: next } }] }),
          );
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    smart = await startTestApi(stores, {
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1/`,
      LLM_MODEL: 'small',
      LLM_API_KEY: 'k',
    });
  });
  beforeEach(() => {
    responses = [];
    asked = [];
  });
  afterAll(async () => {
    await smart.stop();
    server.close();
  });
  const sqlOf = async (prompt: string) => String((await draft(prompt, smart)).body['sql']);

  it('its statement is the response when it compiles', async () => {
    responses = ["Here:\n```sql\nSELECT count() FROM events WHERE event = 'x';\n```"];
    expect(await sqlOf('anything at all')).toBe("SELECT count() FROM events WHERE event = 'x'");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ model: 'small' });
    expect(asked[0]?.messages.at(-1)?.content).toContain('anything at all');
  });

  it('gets its errors back, twice at most', async () => {
    responses = ['SELECT nope FROM events', 'SELECT 1 FROM nowhere', 'SELECT 2'];
    expect(await sqlOf('two')).toBe('SELECT 2');
    expect(asked[1]?.messages.at(-1)?.content).toContain('Unable to resolve field: nope');
    expect(asked[2]?.messages.at(-1)?.content).toContain('nowhere');
  });

  it('a client that hangs up in the middle of a response cancels its query', async () => {
    const mark = String(Date.now());
    responses = [`SELECT sum(sipHash64(number + ${mark})) FROM numbers(100000000000)`];
    const clickhouse = createClickHouse({
      url: stores.clickhouse,
      logger: createLogger('test', 'fatal'),
    });
    const running = async (): Promise<number> => {
      const { rows } = await clickhouse.query<[number]>({
        name: 'statements_of_tests',
        sql: `SELECT count() FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%system.processes%'`,
      });
      return Number(rows[0]?.[0]);
    };
    const hangUp = new AbortController();
    const response = await fetch(smart.base + CHAT, {
      method: 'POST',
      headers: { authorization: `Bearer ${smart.masterKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'something slow' }),
      signal: hangUp.signal,
    });
    const reading = response.text().catch(() => 'hung up');
    await waitUntil(async () => {
      expect(await running()).toBe(1);
    });
    hangUp.abort();
    expect(await reading).toBe('hung up');
    await waitUntil(async () => {
      expect(await running()).toBe(0);
    });
    await clickhouse.close();
  });

  it.each([
    [
      'three statements that are rejected',
      ['SELECT a.b.c', 'DROP TABLE events', "SELECT file('/etc/passwd')"],
    ],
    ['an error', [500]],
    ['a redirect', [302]],
    ['that it is unclear', ['UNCLEAR: there is nothing like it']],
    ['nothing', ['']],
  ])('it responds %s: the rules draft', async (_, given) => {
    responses = given;
    expect(await sqlOf('pageviews yesterday')).toContain("event = '$pageview'");
  });

  describe('its limits', () => {
    // The window of a minute is that of the tests before; its keys are per user.
    const spend = async (window: string, points: number): Promise<void> => {
      const redis = createRedis(stores.redis, 'consumer');
      const [key] = await redis.keys(`*tidemark:draft-${window}*`);
      if (key === undefined) throw new Error('no draft was counted yet');
      await redis.set(key, points, 'KEEPTTL');
      await closeRedis(redis);
    };
    const rejected = async (): Promise<number> => {
      responses = ['SELECT 1'];
      asked = [];
      const found = await draft('anything', smart);
      expect([found.status, found.body]).toEqual([
        429,
        {
          type: 'throttled_error',
          code: 'throttled',
          detail: expect.stringMatching(
            /^Request was throttled\. Expected available in \d+ seconds?\.$/,
          ),
          attr: null,
        },
      ]);
      // Rejected before the model was asked.
      expect(asked).toEqual([]);
      return Number(found.headers.get('retry-after'));
    };

    it('are 10 a minute and 100 a day per user, with the time to wait', async () => {
      // Both windows are open then, whether or not the call succeeds.
      await draft('anything', smart);
      responses = ['SELECT 1'];
      await spend('burst', 0);
      expect((await draft('anything', smart)).status).toBe(200);
      await spend('burst', 10);
      const wait = await rejected();
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      await spend('burst', 0);
      await spend('sustained', 100);
      const longWait = await rejected();
      expect(longWait).toBeGreaterThan(60);
      expect(longWait).toBeLessThanOrEqual(86_400);
      await spend('burst', 0);
      await spend('sustained', 99);
      responses = ['SELECT 1'];
      expect((await draft('anything', smart)).status).toBe(200);
    });

    it('do not count drafts by rules', async () => {
      await spend('burst', 10);
      expect((await draft('pageviews yesterday')).status).toBe(200);
    });
  });
});
