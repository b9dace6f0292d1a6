import { closeRedis, createRedis } from '../connection/create-redis';
import { startRedisServer } from '../test-support/redis-server';
import type { TestRedisServer } from '../test-support/redis-server';
import type { FairSlots, FairSlotsOptions, Slot } from './fair-slots';
import { createFairSlots } from './fair-slots';

let server: TestRedisServer;
let redis: ReturnType<typeof createRedis>;
let names = 0;

beforeAll(async () => {
  server = await startRedisServer();
  redis = createRedis(server.url, 'queue');
});
afterAll(async () => {
  await closeRedis(redis);
  await server.remove();
});

const limits = (more: Partial<FairSlotsOptions> = {}): FairSlotsOptions => ({
  name: `slots-${(names += 1)}`,
  slots: 4,
  slotsPerTenant: 3,
  maxWaiting: 100,
  maxWaitingPerTenant: 50,
  waitMs: 20_000,
  ...more,
});

async function granted(slots: FairSlots, tenant: string): Promise<Slot> {
  const response = await slots.acquire(tenant);
  if (!response.granted) throw new Error(response.why);
  return response.slot;
}
const waiters = async (name: string, count: number): Promise<void> => {
  while ((await redis.zcard(`tidemark:{${name}}:waiting`)) < count) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

it('limits a tenant to its share, across processes', async () => {
  const options = limits({ waitMs: 0 });
  const [here, there] = [createFairSlots(redis, options), createFairSlots(redis, options)];
  const first = await granted(here, 'a');
  await granted(there, 'a');
  await granted(here, 'a');
  expect(await there.acquire('a')).toEqual({ granted: false, why: 'timeout' });
  expect(await there.tryAcquire('a')).toBeNull();
  // Other tenants have slots of their own, until no slot is free.
  const other = await there.tryAcquire('b');
  expect(other).not.toBeNull();
  expect(await here.acquire('c')).toEqual({ granted: false, why: 'timeout' });
  await other?.release();
  await first.release();
  await granted(there, 'a');
  await granted(there, 'c');
});

it('does not let fifty waiting callers of one tenant delay all of another', async () => {
  const options = limits({ slots: 2, slotsPerTenant: 2 });
  const slots = createFairSlots(redis, options);
  const order: string[] = [];
  const holding = [await granted(slots, 'greedy'), await granted(slots, 'greedy')];
  const work = async (tenant: string): Promise<void> => {
    const slot = await granted(slots, tenant);
    order.push(tenant);
    await slot.release();
  };
  const greedy = Array.from({ length: 50 }, () => work('greedy'));
  await waiters(options.name, 50);
  const modest = [work('modest'), work('small')];
  await waiters(options.name, 52);
  await Promise.all(holding.map((slot) => slot.release()));
  await Promise.all([...greedy, ...modest]);
  expect(order).toHaveLength(52);
  expect(order.slice(0, 4)).toEqual(expect.arrayContaining(['modest', 'small']));
});

it('serves the callers of one tenant in order', async () => {
  const options = limits({ slots: 1 });
  const slots = createFairSlots(redis, options);
  const holder = await granted(slots, 'a');
  const order: number[] = [];
  const all: Promise<void>[] = [];
  for (const n of [1, 2, 3]) {
    all.push(
      granted(slots, 'a').then(async (slot) => {
        order.push(n);
        await slot.release();
      }),
    );
    await waiters(options.name, n);
  }
  await holder.release();
  await Promise.all(all);
  expect(order).toEqual([1, 2, 3]);
});

it('limits the waiting callers, per tenant and in total', async () => {
  const options = limits({ slots: 1, maxWaiting: 3, maxWaitingPerTenant: 2 });
  const slots = createFairSlots(redis, options);
  const holder = await granted(slots, 'a');
  const waiting = [slots.acquire('a'), slots.acquire('a')];
  await waiters(options.name, 2);
  expect(await slots.acquire('a')).toEqual({ granted: false, why: 'tenant_full' });
  waiting.push(slots.acquire('b'));
  await waiters(options.name, 3);
  expect(await slots.acquire('c')).toEqual({ granted: false, why: 'full' });
  await holder.release();
  for (const next of await Promise.all(waiting.map(release))) expect(next).toBe(true);
});

async function release(response: ReturnType<FairSlots['acquire']>): Promise<boolean> {
  const got = await response;
  if (got.granted) await got.slot.release();
  return got.granted;
}

it('frees the slot of a dead process, and keeps that of a live one', async () => {
  const options = limits({ slots: 1, leaseMs: 400 });
  const living = createFairSlots(redis, options);
  const slot = await granted(living, 'a');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await living.tryAcquire('b')).toBeNull();
  await slot.release();
  // The slot of a process that has exited: nobody renews it.
  await redis.zadd(`tidemark:{${options.name}}:running`, Date.now() + 300, 'a:dead');
  expect(await living.tryAcquire('b')).toBeNull();
  await (await granted(living, 'b')).release();
});

it('removes a waiting caller that disconnects', async () => {
  const options = limits({ slots: 1 });
  const slots = createFairSlots(redis, options);
  const holder = await granted(slots, 'a');
  const caller = new AbortController();
  const waiting = slots.acquire('b', caller.signal);
  await waiters(options.name, 1);
  caller.abort();
  await expect(waiting).rejects.toThrow();
  expect(await redis.zcard(`tidemark:{${options.name}}:waiting`)).toBe(0);
  await holder.release();
});
