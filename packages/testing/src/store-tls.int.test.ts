import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { closeRedis, createRedis } from '@tidemark/redis';
import { waitUntil } from './wait-until';
import { sharedEngineUrls } from './shared-engines';
import type { TestAuthority } from './test-authority';
import { createTestAuthority } from './test-authority';
import type { TlsProxy } from './tls-proxy';
import { startTlsProxy } from './tls-proxy';

const NOT_TRUSTED = /^the server's certificate is not trusted \(.+\); sslrootcert in its URL/;

let authority: TestAuthority;
let stranger: TestAuthority;
const proxies: TlsProxy[] = [];
const lines: string[] = [];
const logger = createLogger('test', 'warn', { write: (line) => void lines.push(line) });

beforeAll(async () => {
  [authority, stranger] = await Promise.all([createTestAuthority(), createTestAuthority()]);
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await Promise.all([authority.remove(), stranger.remove()]);
});

/**
 * Starts a TLS proxy in front of a store, with a certificate of `authority`, and returns the store's URL through it.
 */
async function throughTls(
  url: string,
  protocol: string,
  trusted: TestAuthority | null,
  options?: { readonly startsPlain: boolean },
): Promise<string> {
  const proxy = await startTlsProxy(url, authority, options);
  proxies.push(proxy);
  const target = new URL(url.replace(/^\w+:/, 'x-store:'));
  target.port = String(proxy.port);
  if (trusted !== null) target.searchParams.set('sslrootcert', trusted.caFile);
  return target.toString().replace(/^x-store:/, `${protocol}:`);
}

describe('ClickHouse over https://', () => {
  const ping = async (trusted: TestAuthority | null): Promise<void> => {
    const url = await throughTls(sharedEngineUrls().clickhouse, 'https', trusted);
    const clickhouse = createClickHouse({ url, logger });
    try {
      await clickhouse.ping();
      expect(await clickhouse.query({ name: 'test', sql: 'SELECT 1' })).toMatchObject({
        rows: [[1]],
      });
    } finally {
      await clickhouse.close();
    }
  };

  it('accepts clients that trust its authority', () => ping(authority));
  it.each([
    ['another authority', () => stranger],
    ['none', () => null],
  ])('fails with one line for clients that trust %s', async (_, trusted) => {
    await expect(ping(trusted())).rejects.toThrow(NOT_TRUSTED);
  });
});

describe('Postgres with sslmode=verify-full', () => {
  const check = async (trusted: TestAuthority | null): Promise<void> => {
    const url = new URL(
      await throughTls(sharedEngineUrls().postgres, 'postgres', trusted, { startsPlain: true }),
    );
    url.searchParams.set('sslmode', 'verify-full');
    const database = createDatabase(url.toString(), { poolSize: 1, logger });
    try {
      await database.check();
    } finally {
      await database.close();
    }
  };

  it('accepts clients that trust its authority', () => check(authority));
  it.each([
    ['another authority', () => stranger],
    ['none', () => null],
  ])('fails with one line for clients that trust %s', async (_, trusted) => {
    await expect(check(trusted())).rejects.toThrow(NOT_TRUSTED);
  });

  it('reports a missing file at once', () => {
    const url = 'postgres://u:secret@127.0.0.1/d?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
    expect(() => createDatabase(url, { poolSize: 1, logger })).toThrow(
      /sslrootcert .* does not exist/,
    );
  });
});

describe('Redis over rediss://', () => {
  it('accepts clients that trust its authority', async () => {
    const url = await throughTls(sharedEngineUrls().redis, 'rediss', authority);
    const redis = createRedis(url, 'consumer', logger);
    expect(await redis.ping()).toBe('PONG');
    await closeRedis(redis);
  });

  it.each([
    ['another authority', () => stranger],
    ['none', () => null],
  ])('fails with one line for clients that trust %s', async (_, trusted) => {
    lines.length = 0;
    const redis = createRedis(
      await throughTls(sharedEngineUrls().redis, 'rediss', trusted()),
      'consumer',
      logger,
    );
    await expect(redis.ping()).rejects.toThrow();
    await waitUntil(() => expect(lines).toHaveLength(1));
    const { err } = JSON.parse(lines[0] ?? '{}') as { err: { message: string } };
    expect(err.message).toMatch(NOT_TRUSTED);
    redis.disconnect();
  });
});
