import type { ClickHouse } from '@tidemark/clickhouse';
import type { SampleJob } from '@tidemark/contracts';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import type { IngestLog } from '@tidemark/log-drivers';
import type { Logger } from '@tidemark/platform';
import { plainMessage } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { recountSampleCohorts } from '@tidemark/postgres';
import type { JobAttempt, QueueMetrics } from '@tidemark/queues';
import { createSampleJobConsumer } from '@tidemark/queues';
import type { DefinitionsChannel, Redis } from '@tidemark/redis';
import { createSampleProgressStore, forgetQueryResults } from '@tidemark/redis';
import type { QueryWorkerConfig } from '../config';
import { fillSample } from './fill-sample';
import { removeSample } from './remove-sample';

/** The number of unprocessed events above which no sample data is added: the rest of the log is for real events. */
const LOG_EVENTS = 20_000;
/** The default of INGEST_PARTITIONS, for a log to which no edge has written. */
const PARTITIONS = 16;
const WAIT_MS = 1_000;

/** Runs the queued jobs that fill and remove sample projects. */
export function startSamples(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  readonly clickhouse: ClickHouse;
  readonly redis: Redis;
  /** Uses a connection that may append. */
  readonly ingestLog: IngestLog;
  readonly channel: DefinitionsChannel;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, clickhouse, redis, ingestLog, channel, metrics, logger } = deps;
  const stopping = new AbortController();
  const progress = createSampleProgressStore(redis);
  const openLog = async (): Promise<IngestLogProducer> =>
    ingestLog.producer({
      partitions: (await ingestLog.partitions()) || PARTITIONS,
      maxLength: LOG_EVENTS,
    });
  const cluster = config.CLICKHOUSE_CLUSTER;
  const common = {
    clickhouse,
    progress,
    forgetResults: (projectId: number) => forgetQueryResults(redis, projectId),
    stopping: stopping.signal,
    waitMs: WAIT_MS,
  };
  const work = async (job: SampleJob): Promise<void> => {
    if (job.work === 'fill') {
      const recountCohorts = (projectId: number) => recountSampleCohorts(database, projectId);
      await fillSample({ ...common, recountCohorts, log: await openLog(), now: Date.now }, job);
      return;
    }
    await removeSample(
      {
        ...common,
        topology: cluster === undefined ? { kind: 'single' } : { kind: 'cluster', cluster },
        database,
        channel,
      },
      job,
    );
  };
  const handle = async (job: SampleJob, { isLast }: JobAttempt): Promise<void> => {
    try {
      await work(job);
    } catch (error) {
      const known = await progress.read(job.organization_id);
      if (isLast && known?.project_id === job.project_id) {
        const failed = { ...known, state: 'failed' as const, error: plainMessage(error) };
        await progress.write(job.organization_id, failed);
      }
      throw error;
    }
  };
  const consumer = createSampleJobConsumer({
    redisUrl: config.REDIS_URL,
    logger,
    metrics,
    handle,
  });
  return {
    async close() {
      stopping.abort();
      await consumer.close();
    },
  };
}
