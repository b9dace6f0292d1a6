import { createLogger } from '@tidemark/platform';
import { waitUntil } from '@tidemark/testing';
import type { KnownFlags } from './known-flags';
import type { LiveClient, LiveStream, LiveStreamHub } from './live-stream-hub';
import { createLiveStreamHub } from './live-stream-hub';

/** A reader in the test's hands. */
interface Reader extends LiveClient {
  readonly sent: string[];
  ready: boolean;
  ended: boolean;
  evaluations: number;
  /** The known flags that each evaluation received. */
  readonly known: (string | null)[];
  /** What the flags are; null when the token is not valid, 'unavailable' while a store is unavailable. */
  flags: string | null;
}

function reader(flags: string | null = 'a'): Reader {
  const self: Reader = {
    sent: [],
    ready: true,
    ended: false,
    evaluations: 0,
    known: [],
    flags,
    isReady: () => self.ready,
    send: (text) => self.sent.push(text),
    end: () => {
      self.ended = true;
    },
    evaluate: async (older) => {
      self.evaluations++;
      self.known.push(textOf(older));
      const now = self.flags;
      await Promise.resolve();
      if (now === null) return null;
      const signature = now === 'unavailable' ? null : now.replace(', another version', '');
      return { signature, known: known(now), event: (older) => event(textOf(older), now) };
    },
  };
  return self;
}

/** Known flags that contain one flag, whose key is the text. */
const known = (text: string): KnownFlags => ({
  edition: {
    flags: [],
    cohorts: [],
    positionById: new Map(),
    positionByKey: new Map([[text, 0]]),
    steps: new WeakMap(),
  },
  codes: '',
  hasHashKeys: false,
});
const textOf = (of: KnownFlags | null): string | null =>
  of?.edition.positionByKey.keys().next().value ?? null;
/** An event contains the name of the flags from which its changes were computed; null for complete flags. */
const event = (from: string | null, to: string): string =>
  from === null ? `event: all of ${to}` : `event: from ${from} to ${to}`;

let hub: LiveStreamHub;
let spreads: number[];
const open = (limits = { max: 1_000, maxPerProject: 500 }, heartbeatMs = 60_000): void => {
  spreads = [];
  hub = createLiveStreamHub({
    limits,
    heartbeatMs,
    logger: createLogger('hub-test', 'silent'),
    onSpread: (seconds) => spreads.push(seconds),
    now: () => performance.now(),
  });
};
const join = (client: LiveClient, project = 1, signature: string | null = null): LiveStream => {
  const stream = hub.join(project, client, signature);
  if (typeof stream === 'string') throw new Error(stream);
  return stream;
};
const spread = async (project = 1): Promise<void> => {
  const before = spreads.length;
  hub.changed(project);
  await waitUntil(() => spreads.length > before, 5_000, 1);
};
beforeEach(() => open());
afterEach(() => hub.close());

it('sends the flags at once, then only what differs, to the project that changed', async () => {
  const one = reader();
  const other = reader();
  join(one);
  join(other, 2);
  await waitUntil(() => one.sent.length === 1 && other.sent.length === 1, 1_000, 1);
  await spread();
  one.flags = 'b';
  await spread();
  expect(one.sent).toEqual([event(null, 'a'), event('a', 'b')]);
  expect([one.known, other.known]).toEqual([[null, 'a', 'a'], [null]]);
});

it('sends complete flags in the first event of a stream', async () => {
  const one = reader();
  join(one, 1, 'a');
  await waitUntil(() => one.evaluations === 1, 1_000, 1);
  one.flags = 'b';
  await spread();
  one.flags = 'c';
  await spread();
  expect(one.sent).toEqual([event(null, 'b'), event('b', 'c')]);
  // The next evaluation reuses the results of the evaluation that sent nothing.
  expect(one.known).toEqual([null, 'a', 'b']);
});

it('computes changes from the last event, not from an evaluation that sent nothing', async () => {
  const one = reader();
  join(one);
  await waitUntil(() => one.sent.length === 1, 1_000, 1);
  // What a page sees is the same.
  one.flags = 'a, another version';
  await spread();
  one.flags = 'b';
  await spread();
  expect(one.sent).toEqual([event(null, 'a'), event('a', 'b')]);
});

it('sends a slow reader nothing but the last state, once it has taken what it was sent', async () => {
  const slow = reader();
  const stream = join(slow);
  await waitUntil(() => slow.sent.length === 1, 1_000, 1);
  slow.ready = false;
  for (const flags of ['b', 'c', 'd']) {
    slow.flags = flags;
    await spread();
  }
  expect([slow.sent, slow.evaluations]).toEqual([[event(null, 'a')], 1]);
  slow.ready = true;
  stream.resume();
  await waitUntil(() => slow.sent.length === 2, 1_000, 1);
  expect(slow.sent[1]).toBe(event('a', 'd'));
});

it('evaluates once more when a change comes during an evaluation', async () => {
  const one = reader();
  join(one);
  one.flags = 'b';
  await spread();
  await waitUntil(() => one.sent.at(-1) === event('a', 'b'), 1_000, 1);
});

it('evaluates thousands in groups, between which others have their turn', async () => {
  open({ max: 10_000, maxPerProject: 5_000 });
  const readers = Array.from({ length: 1_000 }, () => reader());
  for (const one of readers) join(one);
  await waitUntil(() => readers.every(({ sent }) => sent.length === 1), 5_000, 1);
  for (const one of readers) one.flags = 'b';
  const done = spread();
  const seen: number[] = [];
  while (readers.some(({ sent }) => sent.length === 1)) {
    seen.push(readers.filter(({ sent }) => sent.length === 2).length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await done;
  // No turn of the event loop evaluated more than a group of them.
  const steps = seen.slice(1).map((count, index) => count - (seen[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(64);
});

it('keeps the flags of a reader while a store is unavailable, and retries with the heartbeat', async () => {
  open(undefined, 500);
  const one = reader();
  const first = reader('unavailable');
  join(one);
  join(first);
  await waitUntil(() => one.sent.length === 1 && first.sent.length === 1, 1_000, 1);
  // A store was unavailable, so no flags are known.
  expect(first.sent[0]).toBe(event(null, 'unavailable'));
  one.flags = 'unavailable';
  await spread();
  expect(one.sent.filter((text) => text.includes('event'))).toEqual([event(null, 'a')]);
  one.flags = 'b';
  first.flags = 'b';
  await waitUntil(
    () => one.sent.includes(event('a', 'b')) && first.sent.includes(event('unavailable', 'b')),
    5_000,
  );
  await waitUntil(() => one.sent.includes(': heartbeat\n\n'), 5_000);
});

it('ends a stream whose token is not valid any more', async () => {
  const one = reader();
  join(one);
  await waitUntil(() => one.sent.length === 1, 1_000, 1);
  one.flags = null;
  hub.changed(1);
  await waitUntil(() => one.ended, 1_000, 1);
  expect(hub.count()).toBe(0);
});

it('bounds the streams of a project and of all, and forgets those that left', () => {
  open({ max: 4, maxPerProject: 2 });
  const first = join(reader());
  expect(join(reader())).toBeDefined();
  expect(hub.join(1, reader(), null)).toBe('project_full');
  first.leave();
  expect(join(reader())).toBeDefined();
  expect(join(reader(), 2)).toBeDefined();
  expect(join(reader(), 3)).toBeDefined();
  expect(hub.join(4, reader(), null)).toBe('edge_full');
  expect(hub.count()).toBe(4);
});

it('ends all streams when it closes, and takes no more', () => {
  const readers = [reader(), reader()];
  readers.forEach((one) => join(one));
  hub.close();
  expect(readers.map(({ ended }) => ended)).toEqual([true, true]);
  expect(hub.count()).toBe(0);
  expect(hub.join(1, reader(), null)).toBe('edge_full');
});
