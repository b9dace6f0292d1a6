import { randomUUID } from 'node:crypto';
import { createMetrics } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { sharedEngineUrls } from '@tidemark/testing';
import { createQueryRates } from './query-rates';

const redis = createRedis(sharedEngineUrls().redis, 'queue');
afterAll(() => closeRedis(redis));

const rates = (perMinute: number) =>
  createQueryRates(redis, { perHour: 5, perMinute }, createMetrics('api'));

/** The number of requests left in the hour, from the header; null if the request is rejected. */
async function left(limits: ReturnType<typeof rates>, key: string): Promise<string | null> {
  const headers = new Map<string, string>();
  const responseHeader = (name: string, value: string): void => void headers.set(name, value);
  try {
    await limits.take('run', key, { responseHeader });
  } catch (error) {
    expect(error).toMatchObject({ status: 429 });
    return null;
  }
  return headers.get('RateLimit-Remaining') ?? null;
}

it('a request that the minute rejects does not count for the hour', async () => {
  const key = randomUUID();
  const both = rates(2);
  const found = [];
  for (let request = 0; request < 5; request += 1) found.push(await left(both, key));
  expect(found).toEqual(['4', '3', null, null, null]);
  // The same hourly window, without a limit per minute.
  expect(await left(rates(0), key)).toBe('2');
});
