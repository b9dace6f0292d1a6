import { loadavg } from 'node:os';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { TestKafka } from '@tidemark/testing';
import { createBreakableProxy } from '@tidemark/testing';
import type { MeasuredServer } from '../child';
import { startBrokers } from '../ingest/brokers';
import { checkCounts } from '../ingest/check-counts';
import { watchLag } from '../ingest/lag';
import { startGenerator } from '../ingest/start-generator';
import type { BenchStack } from '../stack';
import { startBenchStack } from '../stack';
import { watchEdge } from './watch-edge';
import { memoryOf } from './memory';

export interface OutageOptions {
  readonly log: 'redis' | 'kafka';
  /** Events per second. */
  readonly rate: number;
  /** The number of events that arrive while ClickHouse is unavailable. */
  readonly events: number;
}

const PARTITIONS = 16;
const WARM_UP_EVENTS = 20_000;
/** The number of parts in which the events arrive. Latency and memory are printed for each part. */
const PARTS = 5;
const DRAIN_LIMIT_SECONDS = 4 * 3_600;

/**
 * Makes ClickHouse unavailable while events arrive, and measures the latency of capture and the memory of all
 * processes. Then it measures how long the stored events take until the log is empty, and counts them.
 */
export async function benchOutage(options: OutageOptions): Promise<void> {
  const kafka = await startBrokers(options.log);
  const stack = await startBenchStack();
  try {
    await measureOutage(stack, kafka, options);
  } finally {
    await stack.stop();
    await kafka?.stop();
  }
}

async function measureOutage(
  stack: BenchStack,
  kafka: TestKafka | null,
  { rate, events }: OutageOptions,
): Promise<void> {
  const logger = createLogger('bench', 'warn');
  const clickhouse = createClickHouse({ url: stack.urls.clickhouse, logger });
  const proxy = await createBreakableProxy(stack.urls.clickhouse);
  const env = {
    CLICKHOUSE_URL: proxy.url,
    LOG_LEVEL: 'silent',
    ...(kafka !== null && { INGEST_LOG_URL: kafka.url }),
  };
  const worker = await stack.startService('ingest-worker', env);
  const edge = await stack.startService('edge', env);
  const generator = await startGenerator(edge.url);
  const lag = watchLag(stack.urls.redis, kafka?.url, PARTITIONS);
  const memory = (): Promise<string> => memoryLine(stack, { edge, worker, kafka });
  try {
    const warm = await generator.load({ rate, events: WARM_UP_EVENTS });
    await lag.untilEmpty(DRAIN_LIMIT_SECONDS);
    console.log(`outage: before, ${await memory()}`);
    await proxy.cut();
    let acknowledged = warm.acknowledged;
    for (let part = 1; part <= PARTS; part += 1) {
      const watch = watchEdge(edge.url);
      const load = await generator.load({ rate, events: events / PARTS });
      acknowledged += load.acknowledged;
      console.log(
        `outage: part ${part} of ${PARTS}, ${load.acknowledged} events at ${(load.acknowledged / load.seconds).toFixed(0)}/s, capture ${watch.stop()}, ${await memory()}`,
      );
    }
    const waiting = acknowledged - warm.acknowledged;
    await proxy.mend();
    const seconds = await lag.untilEmpty(DRAIN_LIMIT_SECONDS);
    if (seconds === null) throw new Error('the log was not empty after four hours');
    console.log(
      `outage: ${waiting} waiting events were stored in ${seconds.toFixed(0)} s, ${(waiting / seconds).toFixed(0)}/s, ${await memory()} (load average ${loadavg()[0]?.toFixed(1) ?? ''})`,
    );
    await checkCounts(clickhouse, acknowledged);
  } finally {
    generator.stop();
    await lag.close();
    await clickhouse.close();
    await proxy.cut();
  }
}

async function memoryLine(
  { urls }: BenchStack,
  {
    edge,
    worker,
    kafka,
  }: {
    readonly edge: MeasuredServer;
    readonly worker: MeasuredServer;
    readonly kafka: TestKafka | null;
  },
): Promise<string> {
  const brokers = (kafka?.brokers ?? []).map((broker) => memoryOf.process(broker.pid()));
  const parts = [
    ['edge', edge.residentMegabytes()],
    ['worker', worker.residentMegabytes()],
    ['Redis', await memoryOf.redis(urls.redis)],
    ...(brokers.length === 0 ? [] : [['largest broker', Math.max(...brokers)] as const]),
  ] as const;
  return `MB: ${parts.map(([name, megabytes]) => `${name} ${megabytes.toFixed(0)}`).join(', ')}`;
}
