import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { createRedis } from '@tidemark/redis';
import { waitUntil } from './wait-until';
import type { TestAuthority, TestCertificate } from './test-authority';
import { createTestAuthority } from './test-authority';
import type { TlsStore } from './tls-stores';
import { startTlsPostgres, startTlsRedis } from './tls-stores';

const NOT_TRUSTED = /^the server's certificate is not trusted \((.+)\); sslrootcert in its URL/;
const OTHER_NAME = /certificate is not trusted \(.*(altnames|alternative names|cert's list)/i;

let authority: TestAuthority;
let stranger: TestAuthority;
let client: TestCertificate;
let elsewhere: TestCertificate;

beforeAll(async () => {
  [authority, stranger] = await Promise.all([createTestAuthority(), createTestAuthority()]);
  client = await authority.issue('DNS:client.test');
  elsewhere = await authority.issue('DNS:elsewhere.test');
});
afterAll(() => Promise.all([authority.remove(), stranger.remove()]));

/** The error message of a connection to Postgres; null if the connection works. */
async function askPostgres(url: string): Promise<string | null> {
  const database = createDatabase(url, {
    poolSize: 1,
    logger: createLogger('test', 'silent'),
  });
  try {
    await database.check();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

/** The error message that a connection to Redis logs; null if the connection works. */
async function askRedis(url: string): Promise<string | null> {
  const lines: string[] = [];
  const logger = createLogger('test', 'warn', { write: (line) => void lines.push(line) });
  const redis = createRedis(url, 'consumer', logger);
  const failed = new Promise<void>((resolve) => redis.once('error', () => resolve()));
  try {
    const response = await Promise.race([redis.ping(), failed]);
    if (response === 'PONG') return null;
    const { err } = JSON.parse(lines[0] ?? '{}') as { readonly err?: { readonly message: string } };
    return err?.message ?? 'no warning';
  } finally {
    redis.disconnect();
  }
}

describe.each([
  ['Postgres', startTlsPostgres, askPostgres, /requires a valid client certificate/],
  ['Redis', startTlsRedis, askRedis, /certificate required|ECONNRESET|closed/],
] as const)('%s that speaks TLS itself', (_, start, ask, unknownClient) => {
  let store: TlsStore;
  beforeAll(async () => {
    store = await start(authority);
    await waitUntil(async () => expect(await asked(authority, client)).toBeNull());
  });
  afterAll(() => store.stop());

  const asked = (trusted: TestAuthority | null, own: TestCertificate | null) => {
    const url = new URL(store.url);
    if (trusted !== null) url.searchParams.set('sslrootcert', trusted.caFile);
    if (own !== null) {
      url.searchParams.set('sslcert', own.certFile);
      url.searchParams.set('sslkey', own.keyFile);
    }
    return ask(url.toString());
  };

  it('accepts clients with a certificate of its authority that trust this authority', async () => {
    expect(await asked(authority, client)).toBeNull();
  });

  it('is rejected by clients that do not trust its authority', async () => {
    expect(await asked(stranger, client)).toMatch(NOT_TRUSTED);
    expect(await asked(null, client)).toMatch(NOT_TRUSTED);
  });

  it('rejects clients without a certificate, and with a certificate of another authority', async () => {
    expect(await asked(authority, null)).toMatch(unknownClient);
    expect(await asked(authority, stranger)).toMatch(/unknown ca|ECONNRESET|closed|terminated/i);
  });

  it('is rejected by clients if its certificate has another host name', async () => {
    await store.show(elsewhere);
    await waitUntil(async () => expect(await asked(authority, client)).toMatch(OTHER_NAME));
    await store.show(authority);
    await waitUntil(async () => expect(await asked(authority, client)).toBeNull());
  });
});
