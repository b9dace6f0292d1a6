import { loadavg } from 'node:os';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { MeasuredServer } from '../child';
import { startBenchStack } from '../stack';
import { startBrokers } from './brokers';
import { checkCounts } from './check-counts';
import { cpuByPart } from './cpu';
import { DISTINCT_IDS } from './events';
import type { LagWatch } from './lag';
import { watchLag } from './lag';
import { startProbe } from './probe';
import { formatCpu, formatLag, quantile } from './report';
import type { Generator } from './start-generator';
import { startGenerator } from './start-generator';

export interface IngestOptions {
  /** Events per second. */
  readonly rate: number;
  readonly seconds: number;
  /** Whether to raise the rate step by step until the lag grows. */
  readonly findMax: boolean;
  /** Where the ingest log is. Kafka has three brokers on this machine, and needs Java 17 and Node.js 24. */
  readonly log: 'redis' | 'kafka';
}

const PARTITIONS = 16;
/** Two events of every distinct id, so that all persons exist before the measurement. */
const WARM_UP_EVENTS = DISTINCT_IDS * 2;
const WARM_UP_RATE = 4_000;
const DRAIN_LIMIT_SECONDS = 120;
const STEP_SECONDS = 15;
const STEP_FACTOR = 1.15;

interface Bench {
  readonly edge: MeasuredServer;
  readonly generator: Generator;
  readonly lag: LagWatch;
  readonly clickhouse: ClickHouse;
}

/**
 * Measures the whole path from capture to the stored event on one machine: the generator, the edge, the log, the worker,
 * Postgres and chDB use the same cores.
 */
export async function benchIngest(options: IngestOptions): Promise<void> {
  const kafka = await startBrokers(options.log);
  try {
    await measureIngest(options, kafka?.url);
  } finally {
    await kafka?.stop();
  }
}

async function measureIngest(options: IngestOptions, logUrl: string | undefined): Promise<void> {
  const stack = await startBenchStack();
  const env = logUrl === undefined ? {} : { INGEST_LOG_URL: logUrl };
  const clickhouse = createClickHouse({
    url: stack.urls.clickhouse,
    logger: createLogger('bench', 'warn'),
  });
  const lag = watchLag(stack.urls.redis, logUrl, PARTITIONS);
  try {
    await stack.startService('ingest-worker', env);
    const edge = await stack.startService('edge', env);
    const generator = await startGenerator(edge.url);
    const bench = { edge, generator, lag, clickhouse };
    const warm = await generator.load({ rate: WARM_UP_RATE, events: WARM_UP_EVENTS });
    await lag.untilEmpty(DRAIN_LIMIT_SECONDS);
    const sent = options.findMax
      ? await findMax(bench, options.rate)
      : await steady(bench, options);
    await checkCounts(clickhouse, warm.acknowledged + sent);
    generator.stop();
  } finally {
    await lag.close();
    await clickhouse.close();
    await stack.stop();
  }
}

/** Loads the edge at one rate and prints the measurements. Returns the number of acknowledged events. */
async function steady(bench: Bench, { rate, seconds }: IngestOptions): Promise<number> {
  const { edge, generator, lag, clickhouse } = bench;
  const probe = startProbe(edge.url, clickhouse);
  const before = cpuByPart();
  const lagFrom = lag.history.length;
  const load = await generator.load({ rate, events: rate * seconds });
  probe.stopSending();
  const drained = await lag.untilEmpty(DRAIN_LIMIT_SECONDS);
  const after = cpuByPart();
  await probe.stop();
  const latency = (q: number): string => `${(quantile(probe.latencies, q) / 1_000).toFixed(2)} s`;
  console.log(
    [
      `ingest: ${load.acknowledged} events at ${(load.acknowledged / load.seconds).toFixed(0)}/s (asked ${rate}/s for ${seconds} s), load average ${loadavg()[0]?.toFixed(1) ?? ''}`,
      `  lag ${formatLag(lag.history.slice(lagFrom))}; empty ${drained === null ? 'never' : `${drained.toFixed(1)} s after the end`}`,
      `  capture → queryable (${probe.latencies.length} probes) p50 ${latency(0.5)}  p95 ${latency(0.95)}  max ${latency(1)}`,
      formatCpu(before, after, load.acknowledged),
      `  resident memory of the edge ${edge.residentMegabytes().toFixed(0)} MB`,
    ].join('\n'),
  );
  return load.acknowledged;
}

/**
 * Raises the rate from `from` until more than two seconds' worth of events are unprocessed. Returns the number of
 * acknowledged events.
 */
async function findMax(bench: Bench, from: number): Promise<number> {
  const { generator, lag } = bench;
  let sent = 0;
  for (let rate = from; ; rate = Math.round((rate * STEP_FACTOR) / 100) * 100) {
    const before = cpuByPart();
    const load = await generator.load({ rate, events: rate * STEP_SECONDS });
    const left = await lag.now();
    const after = cpuByPart();
    sent += load.acknowledged;
    const reached = load.acknowledged / load.seconds;
    console.log(
      `ingest: asked ${rate}/s, sent ${reached.toFixed(0)}/s for ${load.seconds.toFixed(0)} s, lag at the end ${left}\n${formatCpu(before, after, load.acknowledged)}`,
    );
    const drained = await lag.untilEmpty(DRAIN_LIMIT_SECONDS);
    if (left > rate * 2 || reached < rate * 0.97 || drained === null) return sent;
  }
}
