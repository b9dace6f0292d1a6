import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@tidemark/platform';
import type { BrokerIsolation } from './broker-isolation';
import { fillDisk, freeDisk, isolateBrokers } from './broker-isolation';
import type { TestKafkaBroker } from './kafka-broker';
import { createKafkaBroker } from './kafka-broker';
import type { KafkaSecurity } from './kafka-security';
import { firstUser, listenerOf, secureSettings } from './kafka-security';

const run = promisify(execFile);

/** A Kafka cluster whose brokers are processes on this machine. */
export interface TestKafka {
  /** The URL of the brokers, without a topic prefix and without a user name and a password. */
  readonly url: string;
  readonly brokers: readonly TestKafkaBroker[];
  /**
   * Returns the broker that is the active controller.
   *
   * @throws Error if no broker is the active controller
   */
  controller(): TestKafkaBroker;
  /** Drops all packets from and to a broker. @throws Error unless the brokers are isolated */
  cutOff(broker: TestKafkaBroker): Promise<void>;
  reconnect(broker: TestKafkaBroker): Promise<void>;
  /** Leaves no space on the disk of a broker. @throws Error unless the brokers are isolated */
  fillDisk(broker: TestKafkaBroker): Promise<void>;
  freeDisk(broker: TestKafkaBroker): Promise<void>;
  stop(): Promise<void>;
}

export interface KafkaOptions {
  /** By default, connections are without TLS and without a login. */
  readonly security?: KafkaSecurity;
  /** The name of the listener that clients connect to, and settings of all brokers, which replace the usual ones. */
  readonly given?: {
    readonly listener: string;
    readonly settings: Readonly<Record<string, string>>;
  };
  /** Whether each broker has its own network and disk, for `cutOff` and `fillDisk`. Linux only, as root. */
  readonly isolated?: boolean;
}

/**
 * Starts brokers in KRaft mode; each is also a controller. Their settings are those of production, but a broker that
 * stopped is noticed after 3 s instead of 9 s.
 *
 * @param count number of brokers, 1 or 3
 */
export async function startKafka(
  classPath: string,
  count: number,
  { security, given, isolated = false }: KafkaOptions = {},
): Promise<TestKafka> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-kafka-'));
  const ports = await Promise.all(Array.from({ length: 2 * count }, () => findFreePort()));
  const isolation = isolated ? await isolateBrokers(count) : null;
  const nodes = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    host: isolation?.address(index) ?? '127.0.0.1',
    command: isolation?.command(index) ?? [],
    port: ports[2 * index] ?? 0,
    controllerPort: ports[2 * index + 1] ?? 0,
    data: join(dir, `data-${index + 1}`),
    config: join(dir, `broker-${index + 1}.properties`),
  }));
  const voters = nodes
    .map(({ id, host, controllerPort }) => `${id}@${host}:${controllerPort}`)
    .join();
  const secure = security === undefined ? {} : await secureSettings(security, dir);
  const listener = given?.listener ?? listenerOf(security);
  for (const node of nodes) {
    await isolation?.mountDisk(node.data);
    await writeFile(
      node.config,
      properties({ ...settings(node, voters, count, listener), ...secure, ...given?.settings }),
    );
  }
  await format(classPath, nodes, firstUser(security));
  const brokers = nodes.map((node) => createKafkaBroker(classPath, node.config, node));
  const dataOf = (broker: TestKafkaBroker): string => nodes[brokers.indexOf(broker)]?.data ?? '';
  const stop = async (): Promise<void> => {
    await Promise.all(brokers.map((broker) => broker.kill()));
    await isolation?.remove();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await Promise.all(brokers.map((broker) => broker.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `${security === undefined ? 'kafka' : 'kafkas'}://${nodes.map(({ host, port }) => `${host}:${port}`).join()}`,
    brokers,
    controller: () => {
      const [leader] = brokers
        .filter((broker) => broker.leaderEpoch() > 0)
        .sort((a, b) => b.leaderEpoch() - a.leaderEpoch());
      if (leader === undefined) throw new Error('no broker is the active controller');
      return leader;
    },
    cutOff: (broker) => apart(isolation).cutOff(brokers.indexOf(broker)),
    reconnect: (broker) => apart(isolation).reconnect(brokers.indexOf(broker)),
    fillDisk: async (broker) => {
      // Without an own disk, the disk of the machine would be filled.
      apart(isolation);
      await fillDisk(dataOf(broker));
    },
    freeDisk: (broker) => freeDisk(dataOf(broker)),
    stop,
  };
}

function apart(isolation: BrokerIsolation | null): BrokerIsolation {
  if (isolation === null) throw new Error('the brokers are not isolated');
  return isolation;
}

interface KafkaNode {
  readonly id: number;
  readonly host: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly data: string;
  readonly config: string;
}

function settings(
  node: KafkaNode,
  voters: string,
  count: number,
  listener: string,
): Readonly<Record<string, unknown>> {
  const copies = Math.min(3, count);
  return {
    'process.roles': 'broker,controller',
    'node.id': node.id,
    'controller.quorum.voters': voters,
    listeners: `${listener}://${node.host}:${node.port},CONTROLLER://${node.host}:${node.controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': node.data,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': copies,
    'offsets.topic.num.partitions': 3,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': Math.min(2, copies),
    'group.initial.rebalance.delay.ms': 0,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 4 * 1024 ** 2,
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    'replica.lag.time.max.ms': 5_000,
  };
}

/** Formats settings as a properties file of Java. */
function properties(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value)}\n`)
    .join('');
}

/**
 * Formats the data folders of the brokers. Kafka's storage tool runs only for the first broker, and its result is
 * copied to the others: a start of Java takes seconds.
 */
async function format(
  classPath: string,
  nodes: readonly KafkaNode[],
  options: readonly string[],
): Promise<void> {
  const [first, ...others] = nodes;
  if (first === undefined) return;
  const cluster = randomId();
  await run('java', [
    ...['-Xmx128m', '-XX:TieredStopAtLevel=1', '-cp', classPath, 'kafka.tools.StorageTool'],
    ...['format', '--cluster-id', cluster, '--config', first.config, ...options],
  ]);
  for (const { id, data } of others) {
    await mkdir(data, { recursive: true });
    await cp(join(first.data, 'bootstrap.checkpoint'), join(data, 'bootstrap.checkpoint'));
    await writeFile(
      join(data, 'meta.properties'),
      `version=1\nnode.id=${id}\ncluster.id=${cluster}\ndirectory.id=${randomId()}\n`,
    );
  }
}

function randomId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    // Ids that begin with `-` are not allowed in Kafka.
    if (!id.startsWith('-')) return id;
  }
}
