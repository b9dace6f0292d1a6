import { waitUntil } from '@tidemark/testing';
import type { BodyThreads } from './body-threads';
import { createBodyThreads, IDLE_HEAP_BYTES } from './body-threads';

const LIMITS = {
  maxInflatedBytes: 100 * 1024 * 1024,
  maxRatio: 100,
  maxValues: 2_000_000,
  maxEvents: 50_000,
};

/** Reads a body with this number of JSON values, which take about 40 bytes of heap each. */
function readValues(threads: BodyThreads, values: number): Promise<{ readonly events: number }> {
  const properties = `{"a":[${'{"b":1.5},'.repeat(values / 2)}0]}`;
  const text = `{"api_key":"phc_x","batch":[{"event":"e","distinct_id":"d","properties":${properties}}]}`;
  const types = { contentType: undefined, contentEncoding: undefined, query: '' };
  const sent = { ...types, body: new TextEncoder().encode(text) };
  const input = { sent, unnamedEvent: undefined, limits: LIMITS };
  return threads.use((thread) => thread.run('capture', input));
}

describe('threads without a request', () => {
  const threads = createBodyThreads({ size: 2, maxWaiting: 16 });
  afterAll(() => threads.stop());

  it('are kept if their heap is small', async () => {
    expect((await readValues(threads, 20_000)).events).toBe(1);
    expect(threads.idleHeapBytes()).toBeGreaterThan(0);
    expect(threads.idleHeapBytes()).toBeLessThanOrEqual(IDLE_HEAP_BYTES);
  });

  it('have a limited heap after large bodies, and read the next ones', async () => {
    const read = await Promise.all(Array.from({ length: 6 }, () => readValues(threads, 1_900_000)));
    expect(read.map(({ events }) => events)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(threads.waiting()).toBe(0);
    await waitUntil(() => {
      expect(threads.idleHeapBytes()).toBeLessThanOrEqual(2 * IDLE_HEAP_BYTES);
    });
    expect((await readValues(threads, 20_000)).events).toBe(1);
  });
});
