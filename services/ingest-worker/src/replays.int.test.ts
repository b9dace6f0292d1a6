import type { ReplayEntry } from '@tidemark/contracts';
import { readRecording, toReplayEntry } from '@tidemark/domain';
import { createLogger, startTracing, stopTracing } from '@tidemark/platform';
import { createIsolatedStores, waitUntil, startOtlpReceiver } from '@tidemark/testing';
import { start } from './start';
import type { Pipeline } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';

const T0 = 1_700_000_000_000;

/** The record that the edge writes for one request. */
function replayOf(session: string, items: readonly object[], teamId = 1): ReplayEntry {
  const properties = { $session_id: session, $snapshot_data: items };
  const event = {
    index: 0,
    event: '$snapshot',
    token: undefined,
    distinctId: 'd',
    uuid: undefined,
    timestamp: undefined,
    offset: undefined,
    properties,
  };
  const entry = toReplayEntry(teamId, readRecording([event], undefined));
  if (entry === null) throw new Error('no snapshot has a time');
  return entry;
}

const page = (ms: number, href: string): object => ({
  type: 4,
  timestamp: T0 + ms,
  data: { href },
});
const click = (ms: number): object => ({
  type: 3,
  timestamp: T0 + ms,
  data: { source: 2, type: 2 },
});

describe('storage of recordings in ClickHouse', () => {
  let pipeline: Pipeline;
  let worker: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    worker = await start(workerConfig(urls));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });

  const rowsOf = (columns: string) =>
    pipeline.rows(`SELECT ${columns} FROM session_replay_events ORDER BY min_first_timestamp`);

  /** Sends an event and waits until it is stored. Earlier records of the same distinct id are then processed. */
  const settle = async (name: string): Promise<void> => {
    await pipeline.send(entryOf({ event: name }));
    await waitUntil(async () => {
      expect(await pipeline.rows(`SELECT count() FROM events WHERE event = '${name}'`)).toEqual([
        [1],
      ]);
    });
  };

  it('are stored as one row per message, also if messages are sent again', async () => {
    const first = replayOf('s1', [page(0, 'https://a/1'), click(500)]);
    const second = replayOf('s1', [click(9_000), click(10_000)]);
    // Repeats a message within one range and in a later one, as a repeated range and a retry of an SDK do.
    await pipeline.send(first, second, first);
    await settle('one');
    await pipeline.send(second, first);
    await settle('two');
    expect(
      await rowsOf(
        'team_id, session_id, distinct_id, toUnixTimestamp64Milli(min_first_timestamp), first_url, all_urls, click_count, active_milliseconds, message_count',
      ),
    ).toEqual([
      [1, 's1', 'd', T0, 'https://a/1', ['https://a/1'], 1, 1, 1],
      [1, 's1', 'd', T0 + 9_000, null, [], 2, 1_000, 1],
    ]);
  });

  it('are distinguished by project, and may have any month', async () => {
    const items = [click(0)];
    const month = 31 * 86_400_000;
    const spread = Array.from({ length: 120 }, (_, index) =>
      replayOf('s2', [click(index * month)]),
    );
    await pipeline.send(...spread, replayOf('s2', items, 2));
    await settle('three');
    await waitUntil(async () => {
      expect(
        await pipeline.rows(
          `SELECT team_id, count() FROM session_replay_events WHERE session_id = 's2' GROUP BY team_id ORDER BY team_id`,
        ),
      ).toEqual([
        [1, 120],
        [2, 1],
      ]);
    });
  });

  it('are traced from their request to ClickHouse', async () => {
    const collector = await startOtlpReceiver();
    const traceId = '7'.repeat(32);
    await startTracing(
      'test',
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACING_SAMPLE_RATIO: 1 },
      createLogger('test', 'silent'),
    );
    try {
      const trace = `00-${traceId}-00f067aa0ba902b7-01`;
      await pipeline.send({ ...replayOf('s3', [click(0)]), trace });
      await settle('four');
      await waitUntil(async () => {
        expect(
          await pipeline.rows("SELECT count() FROM session_replay_events WHERE session_id = 's3'"),
        ).toEqual([[1]]);
      });
      // The range of the recording ends before the next range of its partition begins.
      await settle('five');
      await stopTracing();
      const names = collector.spans
        .filter((span) => span.traceId === traceId)
        .map(({ name }) => name);
      expect(names).toContain('clickhouse insert session_replay_events');
      expect(names).toContain('ingest range');
    } finally {
      await stopTracing();
      await collector.stop();
    }
  });
});
