import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@tidemark/platform';
import type { TestKafka } from '@tidemark/testing';
import { findKafka, startKafka } from '@tidemark/testing';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { SecondWorker } from './faults/second-worker';
import { startSecondWorker } from './faults/second-worker';
import type { Stores } from './stores';
import { openStores, workerEnvironment } from './stores';

/** The product as users start it, with a second ingest-worker and direct access to its stores. */
interface Running {
  readonly product: Standalone;
  readonly second: SecondWorker;
  readonly stores: Stores;
}

export interface Chaos {
  /** The brokers of the ingest log; null if it is in Redis. */
  readonly kafka: TestKafka | null;
  /** The current processes. After `restart`, they are new processes on the same data and port. */
  running(): Running;
  /** Kills the supervisor of the product with SIGKILL and starts the product again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 120_000;

/**
 * @param log where the ingest log is. Kafka has three brokers on this machine, and needs Java 17, Node.js 24, Linux
 *   and root.
 */
export async function startChaos(log: 'redis' | 'kafka' = 'redis'): Promise<Chaos> {
  const kafka = log === 'kafka' ? await startBrokers() : null;
  try {
    return await startOn(kafka);
  } catch (error) {
    await kafka?.stop();
    throw error;
  }
}

async function startBrokers(): Promise<TestKafka> {
  const jars = await findKafka();
  if ('missing' in jars) throw new Error(jars.missing);
  return startKafka(jars.classPath, 3, { isolated: true });
}

async function startOn(kafka: TestKafka | null): Promise<Chaos> {
  const env = kafka === null ? {} : { INGEST_LOG_URL: kafka.url };
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-chaos-'));
  const port = await findFreePort();
  const start = async (): Promise<Running> => {
    const product = await startStandalone({ dataDir, port, env, readyTimeoutMs: START_MS });
    try {
      const environment = workerEnvironment(product);
      const second = await startSecondWorker(environment);
      return { product, second, stores: openStores(environment) };
    } catch (error) {
      await product.stop();
      throw error;
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const { product, second, stores } = running;
    await stores.close();
    // After a restart, the stores have other addresses, so the second worker is restarted, too.
    await second.stop(signal);
    await product.stop(signal);
  };
  let running = await start();
  return {
    kafka,
    running: () => running,
    restart: async () => {
      await end('SIGKILL');
      running = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      await kafka?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
