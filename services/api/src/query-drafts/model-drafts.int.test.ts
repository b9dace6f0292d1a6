import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { waitUntil } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { CHAT, draftsScene } from '../test-support/drafts-scene';

const scene = draftsScene();
const { draft } = scene;

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
    smart = await startTestApi(scene.stores, {
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
      url: scene.stores.clickhouse,
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
    // Earlier tests have used part of the minute's limit; its keys are per user.
    const spend = async (window: string, points: number): Promise<void> => {
      const redis = createRedis(scene.stores.redis, 'consumer');
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
