import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis, waitUntilReady } from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';
import { createTestAuthority, findKafka, startKafka } from '@tidemark/testing';
import type { TestAuthority, TestKafka } from '@tidemark/testing';
import { entry, eventsIn, readAll } from '../../ingest-log/src/test-support/contract/set-up';
import { startRedisServer } from '../../redis/src/test-support/redis-server';
import type { TestRedisServer } from '../../redis/src/test-support/redis-server';
import { openIngestLog } from './open-log';

/** A broker that requires TLS, a client certificate and a login. */
let authority: TestAuthority;
let stranger: TestAuthority;
let kafka: TestKafka;
let server: TestRedisServer;
let redis: Redis;
const LOGIN = { username: 'tidemark', password: 'a-password-of-the-tests' };

beforeAll(async () => {
  const jars = await findKafka();
  if ('missing' in jars) throw new Error(jars.missing);
  [authority, stranger] = await Promise.all([createTestAuthority(), createTestAuthority()]);
  server = await startRedisServer();
  redis = createRedis(server.url, 'consumer');
  await waitUntilReady(redis, 10_000);
  kafka = await startKafka(jars.classPath, 1, { security: { authority, ...LOGIN } });
}, 180_000);
afterAll(async () => {
  await closeRedis(redis);
  await Promise.all([kafka.stop(), server.remove(), authority.remove(), stranger.remove()]);
});

/** The address of a log, with the certificates and the login of `given`. */
function addressOf(
  prefix: string,
  given: {
    readonly sasl?: string;
    readonly password?: string;
    readonly ca?: string;
    readonly client?: Pick<TestAuthority, 'certFile' | 'keyFile'> | null;
  },
): string {
  const { sasl = 'scram-sha-512', password = LOGIN.password, client = authority } = given;
  const options = new URLSearchParams({
    sasl,
    ca: given.ca ?? authority.caFile,
    ...(client !== null && { cert: client.certFile, key: client.keyFile }),
  });
  const hosts = kafka.url.replace('kafkas://', '');
  return `kafkas://${LOGIN.username}:${password}@${hosts}/${prefix}?${options.toString()}`;
}

async function withLog<T>(
  url: string,
  use: (log: ReturnType<typeof openIngestLog>) => Promise<T>,
): Promise<T> {
  const logger = createLogger('test', 'silent');
  const log = openIngestLog({ url, redis, partitions: 2, logger });
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}

it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
  'stores and returns events after a login with %s',
  async (sasl) => {
    await redis.flushall();
    const found = await withLog(addressOf(`log-${sasl}`, { sasl }), async (log) => {
      const producer = log.producer({ partitions: 2, maxLength: 1_000, refreshMs: 0 });
      await producer.append([entry('one'), entry('two')]);
      const worker = log.consumer({ partitions: 2, owner: 'w', leaseMs: 60_000 });
      const records = await readAll(worker, await worker.acquire(), 2);
      await worker.release();
      return eventsIn(records);
    });
    expect(found).toEqual(['one', 'two']);
  },
);

it.each([
  ['a wrong password', () => addressOf('rejected', { password: 'wrong' })],
  ['no certificate of the client', () => addressOf('rejected', { client: null })],
  ['a certificate of another authority', () => addressOf('rejected', { client: stranger })],
  ['a broker of another authority', () => addressOf('rejected', { ca: stranger.caFile })],
  ['a connection without TLS', () => `${kafka.url.replace('kafkas', 'kafka')}/rejected`],
])('takes no event with %s, and does not print the password', async (_, address) => {
  const error = await withLog(address(), async (log) => {
    const producer = log.producer({ partitions: 2, maxLength: 1_000, refreshMs: 0 });
    return producer.append([entry('one')]).then(
      () => null,
      (reason: unknown) => reason,
    );
  });
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain(LOGIN.password);
});
