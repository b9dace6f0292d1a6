import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis, waitUntilReady } from '@tidemark/redis';
import { findKafka, startKafka } from '@tidemark/testing';
import { entry, eventsIn, readAll } from '../../ingest-log/src/test-support/contract/set-up';
import { startRedisServer } from '../../redis/src/test-support/redis-server';
import {
  environmentOf,
  KAFKA_COMPOSE_FILE,
  readComposeFile,
} from '../../../tests/src/topology/compose-file';
import { openIngestLog } from './open-log';

const PASSWORD = 'a-password-of-the-tests';
const LISTENER = 'CLIENTS';
/** Addresses and folders, which are others on this machine, and options of Java. */
const OF_CONTAINERS = new Set([
  'node.id',
  'controller.quorum.voters',
  'listeners',
  'advertised.listeners',
  'log.dirs',
  'heap.opts',
]);

/** The settings of all brokers, by the names that the image gives them: `KAFKA_LOG_DIRS` is `log.dirs`. */
function settingsOfBrokers(): Record<string, string> {
  const environment = environmentOf(readComposeFile(KAFKA_COMPOSE_FILE), 'kafka-1', {
    KAFKA_PASSWORD: PASSWORD,
  });
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, value]) => {
      const name = variable.replace('KAFKA_', '').toLowerCase().replaceAll('_', '.');
      return variable === 'CLUSTER_ID' || OF_CONTAINERS.has(name) ? [] : [[name, value]];
    }),
  );
}

it('docker-compose.kafka.yml configures brokers that accept only clients with the password', async () => {
  const jars = await findKafka();
  if ('missing' in jars) throw new Error(jars.missing);
  const server = await startRedisServer();
  const redis = createRedis(server.url, 'consumer');
  await waitUntilReady(redis, 10_000);
  const kafka = await startKafka(jars.classPath, 3, {
    given: { listener: LISTENER, settings: settingsOfBrokers() },
  });
  const logger = createLogger('test', 'silent');
  const open = (password: string) => {
    const url = `${kafka.url.replace('kafka://', `kafka://tidemark:${password}@`)}?sasl=plain`;
    const log = openIngestLog({ url, redis, partitions: 2, logger });
    return { log, producer: log.producer({ partitions: 2, maxLength: 1_000, refreshMs: 0 }) };
  };
  try {
    const { log, producer } = open(PASSWORD);
    await producer.append([entry('one'), entry('two')]);
    const worker = log.consumer({ partitions: 2, owner: 'w', leaseMs: 60_000 });
    const records = await readAll(worker, await worker.acquire(), 2);
    expect(eventsIn(records)).toEqual(['one', 'two']);
    await worker.release();
    await log.close();

    const other = open('wrong');
    await expect(other.producer.append([entry('three')])).rejects.toThrow();
    await other.log.close();
  } finally {
    await kafka.stop();
    await closeRedis(redis);
    await server.remove();
  }
}, 180_000);
