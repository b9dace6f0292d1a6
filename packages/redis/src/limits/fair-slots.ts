import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from '../connection/redis';
import { ACQUIRE, RELEASE, RENEW } from './slot-scripts';

export interface FairSlotsOptions {
  /** The first part of all keys. */
  readonly name: string;
  /** The number of slots of all tenants together. */
  readonly slots: number;
  readonly slotsPerTenant: number;
  /** The maximum number of waiting callers, in total and per tenant. */
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
  readonly waitMs: number;
  /** The time after which the slot of a dead process is free; live processes renew their slots. */
  readonly leaseMs?: number;
}

/** `timeout`: no slot was free in time. `tenant_full`, `full`: too many callers are waiting. */
type SlotResult =
  | { readonly granted: true; readonly slot: Slot }
  | { readonly granted: false; readonly why: SlotRejection };
export type SlotRejection = 'timeout' | 'tenant_full' | 'full';

export interface Slot {
  release(): Promise<void>;
}

export interface FairSlots {
  /** Waits for a slot of a tenant; slots are distributed fairly between tenants. @throws if aborted */
  acquire(tenant: string, signal?: AbortSignal): Promise<SlotResult>;
  /** A slot if one is free now, else null. */
  tryAcquire(tenant: string): Promise<Slot | null>;
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;
/** A waiting caller that has not polled for this time counts as gone. */
const SEEN_MS = 3_000;
const LEASE_MS = 20_000;

/** Slots that all processes share, to limit how much work runs at the same time. */
export function createFairSlots(redis: Redis, options: FairSlotsOptions): FairSlots {
  const { name, waitMs, leaseMs = LEASE_MS } = options;
  const keys = ['running', 'waiting', 'seen', 'sequence'].map(
    (part) => `tidemark:{${name}}:${part}`,
  );
  const [running = '', waiting = '', seen = ''] = keys;
  const waiters = createWaiters();

  const ask = async (member: string): Promise<string> =>
    String(
      await redis.eval(
        ACQUIRE,
        4,
        ...keys,
        member,
        leaseMs,
        SEEN_MS,
        options.slots,
        options.slotsPerTenant,
        options.maxWaiting,
        options.maxWaitingPerTenant,
      ),
    );
  const leave = async (member: string): Promise<void> => {
    const next = (await redis.eval(
      RELEASE,
      3,
      running,
      waiting,
      seen,
      member,
      options.slots,
      options.slotsPerTenant,
    )) as string[];
    for (const waiter of next) waiters.wake(waiter);
  };
  const hold = (member: string): Slot =>
    heldSlot({
      renew: () => redis.eval(RENEW, 3, running, waiting, seen, member, leaseMs),
      renewEveryMs: leaseMs / 4,
      leave: () => leave(member),
    });

  const waitForTurn = async (
    member: string,
    signal: AbortSignal | undefined,
  ): Promise<SlotResult> => {
    const deadline = performance.now() + waitMs;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
      const response = await ask(member);
      if (response === 'granted') return { granted: true, slot: hold(member) };
      if (response === 'full' || response === 'tenant_full')
        return { granted: false, why: response };
      const left = deadline - performance.now();
      if (left <= 0 || signal?.aborted === true) {
        await leave(member);
        signal?.throwIfAborted();
        return { granted: false, why: 'timeout' };
      }
      await waiters.pause(member, Math.min(wait, left), signal);
    }
  };

  return {
    async acquire(tenant, signal) {
      const member = `${tenant}:${randomUUID()}`;
      waiters.add(member);
      try {
        return await waitForTurn(member, signal);
      } finally {
        waiters.remove(member);
      }
    },
    async tryAcquire(tenant) {
      const member = `${tenant}:${randomUUID()}`;
      if ((await ask(member)) === 'granted') return hold(member);
      await leave(member);
      return null;
    },
  };
}

function heldSlot(given: {
  readonly renew: () => Promise<unknown>;
  readonly renewEveryMs: number;
  readonly leave: () => Promise<void>;
}): Slot {
  const heart = setInterval(() => {
    // One failed renewal is ignored, because the lease is longer than several intervals.
    given.renew().catch(() => undefined);
  }, given.renewEveryMs);
  heart.unref();
  return {
    async release() {
      clearInterval(heart);
      await given.leave();
    },
  };
}

/** The waiting callers of this process, which are woken when a slot of this process is released for them. */
interface Waiters {
  add(member: string): void;
  remove(member: string): void;
  wake(member: string): void;
  /** Waits until the time is over, the caller is woken, or the signal is aborted. */
  pause(member: string, ms: number, signal: AbortSignal | undefined): Promise<void>;
}

function createWaiters(): Waiters {
  const sleepers = new Map<string, () => void>();
  const here = new Set<string>();
  /** Callers that were woken while they were polling for a slot. */
  const missed = new Set<string>();
  return {
    add: (member) => void here.add(member),
    remove: (member) => {
      here.delete(member);
      missed.delete(member);
    },
    wake: (member) => {
      const wake = sleepers.get(member);
      if (wake !== undefined) wake();
      else if (here.has(member)) missed.add(member);
    },
    pause: async (member, ms, signal) => {
      if (missed.delete(member)) return;
      const early = new AbortController();
      const wake = (): void => early.abort();
      sleepers.set(member, wake);
      signal?.addEventListener('abort', wake, { once: true });
      try {
        await delay(ms, undefined, { signal: early.signal });
      } catch {
        // The wait ended early; the caller checks for an aborted signal itself.
      } finally {
        sleepers.delete(member);
        signal?.removeEventListener('abort', wake);
      }
    },
  };
}
