import { gzipSync } from 'node:zlib';
import { CaptureError } from '@tidemark/domain';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import { packEvents } from '@tidemark/ingest-log';
import { createBodyReaders } from './body-readers';
import { INLINE_BYTES } from './body-limits';
import type { BodyTasks } from './body-tasks';
import { createBodyTasks } from './body-tasks';
import type { BodyThread, BodyThreads } from './body-threads';

const PARTITIONS = 4;
const CONTEXT = {
  teamId: 1,
  quotaLimits: [],
  now: Date.UTC(2026, 0, 1),
  querySentAt: null,
  ip: null,
};

/** Runs the tasks of threads in this thread and records their names. */
function tasksHere(): BodyThreads & { readonly ran: string[] } {
  const ran: string[] = [];
  const tasks = createBodyTasks();
  const run = (name: keyof BodyTasks, input: never): Promise<never> => {
    ran.push(name);
    return Promise.resolve().then(() => tasks[name](input) as never);
  };
  const thread = { run } as unknown as BodyThread;
  return {
    ran,
    use: (work) => work(thread),
    waiting: () => 0,
    idleHeapBytes: () => 0,
    stop: () => Promise.resolve(),
  };
}

const LIMITS = { maxValues: 50_000, maxEvents: 5_000, maxRatio: 100 };
const setUp = () => {
  const threads = tasksHere();
  return {
    threads,
    readers: createBodyReaders({ threads, partitions: PARTITIONS, limits: LIMITS }),
  };
};
const source = (body: string | Buffer, more: Record<string, string> = {}) => ({
  body: Buffer.from(body as string),
  contentType: undefined,
  contentEncoding: undefined,
  query: new URLSearchParams(more),
});
const batch = (events: number, pad = 0): string =>
  JSON.stringify({
    api_key: 'phc_x',
    batch: Array.from({ length: events }, (_, index) => ({
      event: 'e',
      uuid: `0190a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`,
      distinct_id: `d${index}`,
      properties: { pad: 'x'.repeat(pad) },
    })),
  });

/** Reads and accepts a body, and appends it to a log. */
async function read(body: string | Buffer) {
  const { threads, readers } = setUp();
  let packed: unknown = null;
  const log = {
    appendEvents: (events) => {
      packed = packEvents(events, PARTITIONS);
      return Promise.resolve();
    },
    appendPacked: (values) => {
      packed = values;
      return Promise.resolve();
    },
  } as Partial<IngestLogProducer> as IngestLogProducer;
  const seen = await readers.capture(source(body), undefined, async (open) => {
    const accepted = await open.accept(CONTEXT);
    await accepted.append(log);
    return [open.token(), open.events, accepted.events, [...accepted.dropped]];
  });
  return { ran: threads.ran, seen, packed };
}

describe('a capture body', () => {
  it('is read without a thread if it is small', async () => {
    expect((await read(batch(20))).ran).toEqual([]);
    expect((await read(gzipSync(batch(100, 1_000)))).ran).toEqual([]);
  });

  it.each<[string, () => string | Buffer]>([
    ['is large', () => batch(200, 1_000)],
    ['inflates to a large one', () => gzipSync(batch(200, 1_000))],
  ])('is read in a thread when it %s, with the same result', async (_, body) => {
    const apart = await read(body());
    expect(apart.ran).toEqual(['capture', 'accept']);
    expect(apart.seen).toEqual(['phc_x', 200, 200, []]);
    const texts = Buffer.from((apart.packed as { bytes: Uint8Array }).bytes).toString();
    expect(texts.match(/"uuid":"0190/g)).toHaveLength(200);
  });

  it.each<[string, string | Buffer, object]>([
    ['too many events', batch(5_001), { status: 413, message: /may hold 5000 events/ }],
    [
      'too many values',
      // The end is not valid JSON, so this error shows that the values are counted before parsing.
      `{"batch":[{"properties":{"a":[${'1,'.repeat(100_000)}`,
      { status: 413, message: /may hold 50000 JSON values/ },
    ],
    ['too many bytes for those sent', gzipSync(Buffer.alloc(40_000_000, '{}')), { status: 413 }],
    ['no JSON', '{'.repeat(100) + 'x'.repeat(INLINE_BYTES), { status: 400 }],
    ['no token', batch(200, 1_000).replace('api_key', 'no_key'), { status: 401 }],
  ])('of %s is rejected', async (_, body, rejection) => {
    const reading = read(body);
    await expect(reading).rejects.toBeInstanceOf(CaptureError);
    const { message, ...rest } = rejection as { message?: RegExp };
    await expect(reading).rejects.toMatchObject(rest);
    if (message !== undefined) await expect(reading).rejects.toThrow(message);
  });
});
