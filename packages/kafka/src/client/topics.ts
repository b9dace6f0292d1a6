import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@tidemark/platform';
import type { KafkaAddress } from '../kafka-url';
import type { Admin, KafkaLibrary } from './library';
import type { LogNames } from './names';

/** The maximum wait for leaders, longer than an election takes. */
const LEADERS_MS = 15_000;
const LEADERS_PAUSE_MS = 100;
const DEFAULT_REPLICATION = 3;
/** The events of a request in one partition are sent as one batch, and a recording may be large. */
const MAX_MESSAGE_BYTES = 32 * 1024 ** 2;
/** With a smaller limit, Kafka would reject events that the edge accepts. */
const LEAST_MESSAGE_BYTES = 8 * 1024 ** 2;
/** Disk space of removed records is freed only when their segment is closed. */
const SEGMENT_BYTES = 64 * 1024 ** 2;
const SEGMENT_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Settings = Readonly<Record<string, string | number>>;

/** Records are not deleted by age or size, but only after they are stored in ClickHouse. */
const EVENTS: Settings = {
  'cleanup.policy': 'delete',
  'retention.ms': -1,
  'retention.bytes': -1,
  'segment.bytes': SEGMENT_BYTES,
  'segment.ms': SEGMENT_MS,
  'max.message.bytes': MAX_MESSAGE_BYTES,
};

/** The topic keeps the last record of each key. A record without a value removes a letter. */
const LETTERS: Settings = {
  'cleanup.policy': 'compact',
  'segment.ms': SEGMENT_MS,
  'max.compaction.lag.ms': DAY_MS,
  'delete.retention.ms': SEGMENT_MS,
  'max.message.bytes': MAX_MESSAGE_BYTES,
};

export interface TopicsDeps {
  readonly library: KafkaLibrary;
  readonly admin: Admin;
  readonly address: KafkaAddress;
  readonly names: LogNames;
  readonly logger: Logger;
}

/**
 * Creates missing topics, adds missing partitions, and checks existing topics.
 *
 * @param partitions the minimum number of partitions of the topic of events; 0 keeps the current number
 * @returns the number of partitions of that topic
 * @throws Error with an instruction if a topic would lose acknowledged events or reject accepted ones
 */
export async function ensureTopics(deps: TopicsDeps, partitions: number): Promise<number> {
  const { admin, names } = deps;
  const there = new Set(await admin.listTopics());
  await create(deps, there, names.events, Math.max(1, partitions), EVENTS);
  await create(deps, there, names.letters, 1, LETTERS);
  await waitForLeaders(deps);
  const count = await ensurePartitions(deps, partitions);
  if (count > 0) await waitForLeaders(deps);
  await checkSettings(deps);
  return count;
}

/** Waits until every partition has a leader, because brokers do not know new topics at once. */
async function waitForLeaders({ admin, names }: TopicsDeps): Promise<void> {
  for (const deadline = performance.now() + LEADERS_MS; ;) {
    try {
      const wanted = [names.events, names.letters];
      const { topics } = await admin.metadata({ topics: wanted, forceUpdate: true });
      const partitions = wanted.flatMap((topic) => topics.get(topic)?.partitions ?? [null]);
      if (partitions.every((partition) => partition !== null && partition.leader >= 0)) return;
      if (performance.now() > deadline) {
        throw new Error(
          `partitions of ${wanted.join(' or ')} have no leader: are brokers missing?`,
        );
      }
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(LEADERS_PAUSE_MS);
  }
}

async function create(
  { admin, address, names, logger }: TopicsDeps,
  there: ReadonlySet<string>,
  topic: string,
  partitions: number,
  settings: Settings,
): Promise<void> {
  if (there.has(topic)) return;
  const { brokers } = await admin.metadata({ topics: [] });
  const replicas = address.replication ?? Math.min(DEFAULT_REPLICATION, brokers.size);
  if (replicas > brokers.size) {
    throw new Error(
      `topic ${topic} cannot have ${replicas} copies of each partition: there are ${brokers.size} brokers`,
    );
  }
  const configs = Object.entries({
    ...settings,
    'min.insync.replicas': replicas > 1 ? 2 : 1,
  }).map(([name, value]) => ({ name, value: String(value) }));
  try {
    await admin.createTopics({ topics: [topic], partitions, replicas, configs });
    logger.info({ topic, partitions, replicas }, 'topic created');
  } catch (error) {
    // Another process may have created it at the same time.
    if (!(await admin.listTopics()).includes(topic)) {
      throw new Error(
        `topic ${topic} could not be created; create it by hand as docs/operations.md says (${names.events} with ${partitions} partitions)`,
        { cause: error },
      );
    }
  }
}

async function ensurePartitions(
  { admin, names, logger }: TopicsDeps,
  wanted: number,
): Promise<number> {
  const count = await partitionCount(admin, names.events);
  if (count >= wanted) return count;
  try {
    // Without assignments the brokers choose; Kafka rejects an empty list of them.
    await admin.createPartitions({ topics: [{ name: names.events, count: wanted }] });
  } catch (error) {
    // Another process may have added them at the same time, or the count was that of a broker that was behind.
    const now = await partitionCount(admin, names.events);
    if (now >= wanted) return now;
    throw new Error(
      `topic ${names.events} has ${now} partitions, and more could not be added; give it ${wanted} partitions by hand`,
      { cause: error },
    );
  }
  logger.info({ topic: names.events, from: count, to: wanted }, 'partitions added to a topic');
  return wanted;
}

/** Returns the current number of partitions of a topic. */
async function partitionCount(admin: Admin, topic: string): Promise<number> {
  const { topics } = await admin.metadata({ topics: [topic], forceUpdate: true });
  return topics.get(topic)?.partitionsCount ?? 0;
}

async function checkSettings({ library, admin, names, logger }: TopicsDeps): Promise<void> {
  const { topics, brokers } = await admin.metadata({ topics: [names.events, names.letters] });
  const resourceType = library.ConfigResourceTypes.TOPIC;
  const described = await admin.describeConfigs({
    resources: [names.events, names.letters].map((resourceName) => ({
      resourceType,
      resourceName,
      configurationKeys: [
        ...['cleanup.policy', 'min.insync.replicas', 'max.message.bytes'],
        ...['retention.ms', 'retention.bytes'],
      ],
    })),
  });
  for (const { resourceName: topic, configs } of described) {
    const settings = new Map(configs.map(({ name, value }) => [name, value ?? '']));
    const replicas = Math.min(
      ...(topics.get(topic)?.partitions.map((partition) => partition.replicas.length) ?? [0]),
    );
    const finding = judgeTopic(topic === names.letters ? 'letters' : 'events', settings, {
      replicas,
      brokers: brokers.size,
    });
    if (finding.error !== null) throw new Error(`topic ${topic}: ${finding.error}`);
    for (const warning of finding.warnings) logger.warn({ topic }, warning);
  }
}

interface TopicFinding {
  readonly error: string | null;
  readonly warnings: readonly string[];
}

/** Checks the settings of a topic, which an operator may have changed. Pure. */
function judgeTopic(
  kind: 'events' | 'letters',
  settings: ReadonlyMap<string, string>,
  { replicas, brokers }: { readonly replicas: number; readonly brokers: number },
): TopicFinding {
  const number = (name: string): number => Number(settings.get(name));
  const compacts = (settings.get('cleanup.policy') ?? '').includes('compact');
  const minInSync = number('min.insync.replicas');
  const failed = (error: string): TopicFinding => ({ error, warnings: [] });
  if (kind === 'events' && compacts) {
    return failed('cleanup.policy must be delete: compaction removes events');
  }
  if (kind === 'letters' && !compacts) {
    return failed('cleanup.policy must be compact: dead letters are kept by key');
  }
  if (minInSync > replicas) {
    return failed(`min.insync.replicas is ${minInSync} of ${replicas}: nothing can be written`);
  }
  if (number('max.message.bytes') < LEAST_MESSAGE_BYTES) {
    return failed(`max.message.bytes must be at least ${LEAST_MESSAGE_BYTES}`);
  }
  const warnings: string[] = [];
  if (brokers > 1 && (replicas < 2 || minInSync < 2)) {
    warnings.push(
      'the loss of one broker loses acknowledged events: at least 3 copies and min.insync.replicas=2 prevent it',
    );
  }
  if (minInSync === replicas && replicas > 1) {
    warnings.push(
      'min.insync.replicas equals the number of copies: no event can be written while a broker is down',
    );
  }
  if (kind === 'events' && (number('retention.ms') >= 0 || number('retention.bytes') >= 0)) {
    warnings.push(
      'the topic deletes by age or size, also events that are not stored yet: set retention.ms=-1 and retention.bytes=-1',
    );
  }
  return { error: null, warnings };
}
