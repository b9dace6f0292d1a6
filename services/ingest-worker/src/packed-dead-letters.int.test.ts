import { randomUUID } from 'node:crypto';
import type { DeadLetter } from '@tidemark/ingest-log';
import type { RunningService } from '@tidemark/platform';
import { createDeadLetters, createIngestLogProducer } from '@tidemark/redis';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from './start';
import type { Pipeline } from './test-support/pipeline';
import { openPipeline, PARTITIONS, workerConfig } from './test-support/pipeline';

const NAMES = ['a', 'b', 'rejected', 'c', 'd'];

/** Events that a client sent together are in one stream entry; the failure of one does not affect the others. */
describe('dead letters of events in one stream entry', () => {
  let pipeline: Pipeline;
  let worker: RunningService;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    // Merges would remove duplicates before they are counted.
    await pipeline.clickhouse.command('SYSTEM STOP MERGES events');
    await pipeline.clickhouse.command('ALTER TABLE events ADD COLUMN rejection DateTime');
    worker = await start(workerConfig(urls));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });
  beforeEach(async () => {
    await pipeline.clickhouse.command('TRUNCATE TABLE events');
    await reject("if(event = 'rejected', 'no date', '2026-01-01 00:00:00')");
  });

  /** Sets the expression of a date column. The engine rejects each row for which it is not a date. */
  const reject = (date: string) =>
    pipeline.clickhouse.command(
      `ALTER TABLE events MODIFY COLUMN rejection DateTime MATERIALIZED toDateTime(${date})`,
    );
  const rejectNothing = () => reject("'2026-01-01 00:00:00'");
  const send = async (names: readonly string[]): Promise<void> => {
    const producer = createIngestLogProducer({
      redis: pipeline.redis,
      partitions: PARTITIONS,
      maxLength: 1_000,
    });
    const now = Date.now();
    await producer.appendEvents({
      teamId: 1,
      head: `{"v":2,"team_id":1,"captured_at":${now},"sent_at":${now},"ip":null,"historical_migration":false,`,
      events: names.map((event) => ({
        partitionKey: 'd',
        lead: `"uuid":"${randomUUID()}","sent":`,
        sent: Buffer.from(JSON.stringify({ event, distinct_id: 'd', properties: {} })),
      })),
    });
  };
  const stored = () => pipeline.rows('SELECT event FROM events ORDER BY event');
  const onlyLetter = async (): Promise<DeadLetter> => {
    const { letters } = await createDeadLetters(pipeline.redis).list(10);
    expect(letters).toHaveLength(1);
    return letters[0]!;
  };
  const waiting = async (): Promise<number> =>
    (
      await Promise.all(
        Array.from({ length: PARTITIONS }, (_, n) => pipeline.redis.xlen(`tidemark:ingest:{${n}}`)),
      )
    ).reduce((sum, length) => sum + length, 0);
  /** Waits until the worker has processed all entries, and compares the stored events. */
  const drained = (expected: string[][]) =>
    waitUntil(async () => {
      expect(await waiting()).toBe(0);
      expect(await stored()).toEqual(expected);
    });

  it('contain only the rejected event; a replay stores it once, and no other event twice', async () => {
    await send(NAMES);
    await drained([['a'], ['b'], ['c'], ['d']]);
    const letter = await onlyLetter();
    expect(letter).toMatchObject({ projectId: 1, event: 'rejected', distinctId: 'd', attempts: 1 });
    expect(letter.uuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(letter.raw)).toMatchObject({ v: 2, sent: { event: 'rejected' } });

    const letters = createDeadLetters(pipeline.redis);
    await letters.replay(letter);
    await waitUntil(async () => expect((await onlyLetter()).attempts).toBe(2));
    await drained([['a'], ['b'], ['c'], ['d']]);

    await rejectNothing();
    const again = await onlyLetter();
    await letters.replay(again);
    await drained([['a'], ['b'], ['c'], ['d'], ['rejected']]);
    expect(await letters.count()).toBe(0);
  });

  it('are removed by a discard, and the other events stay', async () => {
    await send(NAMES);
    await drained([['a'], ['b'], ['c'], ['d']]);
    const letters = createDeadLetters(pipeline.redis);
    await letters.discard(await onlyLetter());
    await rejectNothing();
    expect(await letters.count()).toBe(0);
    await send(['last']);
    await drained([['a'], ['b'], ['c'], ['d'], ['last']]);
  });
});
