import type { TestKafka } from '@tidemark/testing';
import { findKafka, startKafka } from '@tidemark/testing';

/**
 * Starts three brokers for an ingest log on Kafka, which needs Java 17 and Node.js 24; returns null for one in Redis.
 *
 * @throws Error if Kafka cannot run here
 */
export async function startBrokers(log: 'redis' | 'kafka'): Promise<TestKafka | null> {
  if (log === 'redis') return null;
  const jars = await findKafka();
  if ('missing' in jars) throw new Error(jars.missing);
  return startKafka(jars.classPath, 3);
}
