export type { Redis } from './connection/redis';
export { closeRedis, createRedis, probeRedis, waitUntilReady } from './connection/create-redis';
export type { RedisRole } from './connection/roles';
export { clusterAddress } from './connection/cluster-url';
export { isRedisUnavailable } from './connection/unreachable';
export { createDeadLetters } from './dead-letters/dead-letters';
export type { DeadLetters, DeadLettersPage } from './dead-letters/dead-letters';
export { isLetterId, matchingLetters } from './dead-letters/matching-letters';
export type { LetterFilter } from './dead-letters/matching-letters';
export type { DeadLetter } from './dead-letters/dead-letter';
export { createDefinitionsChannel, DEFINITIONS_CHANNEL } from './definitions/channel';
export type { DefinitionsChannel } from './definitions/channel';
export { createDefinitionsVersions } from './definitions/versions';
export type { DefinitionsVersions } from './definitions/versions';
export { requireDurability, watchDurability } from './durability/watch-durability';
export { createIngestLogConsumer } from './ingest-log/consumer';
export type { IngestLogConsumer, IngestLogConsumerDeps } from './ingest-log/consumer';
export {
  DeadLettersFullError,
  LogFullError,
  LogShareError,
  LogUnavailableError,
  PartitionsLostError,
  SEE_DEAD_LETTERS,
} from './ingest-log/errors';
export { DEAD_LETTER_KEY } from './ingest-log/keys';
export { partitionOf } from './ingest-log/partition';
export { packEntries, packEvents } from './ingest-log/packed-values';
export type { PackedValues } from './ingest-log/packed-values';
export { createIngestLogProducer } from './ingest-log/producer';
export type { IngestLogProducer, IngestLogProducerDeps } from './ingest-log/producer';
export type { LeaseChange } from './ingest-log/lease-holder';
export { readLogState } from './ingest-log/log-state';
export type { LogState } from './ingest-log/log-state';
export type { LogRecord } from './ingest-log/log-record';
export { createByteBudget } from './limits/byte-budget';
export type { ByteBudget } from './limits/byte-budget';
export { createOneTimeValues } from './one-time-values/one-time-values';
export type { OneTimeValues } from './one-time-values/one-time-values';
export { createChatStore } from './query-chats/chat-store';
export type { ChatKey, ChatStore } from './query-chats/chat-store';
export { fairAllowance } from './limits/fair-share';
export { createFairSlots } from './limits/fair-slots';
export type { FairSlots, FairSlotsOptions, Slot, SlotRejection } from './limits/fair-slots';
export { createRateLimiter } from './limits/rate-limiter';
export { createRequestLimiter } from './limits/request-limiter';
export type { RequestLimiter } from './limits/request-limiter';
export type { RateLimit, RateLimiter } from './limits/rate-limiter';
export { createArrivalMarks } from './query-cache/arrival-marks';
export type { ArrivalMarks } from './query-cache/arrival-marks';
export { createFailureMemory } from './query-cache/failure-memory';
export type { FailureMemory, RememberedFailure } from './query-cache/failure-memory';
export { forgetQueryResults } from './query-cache/forget-results';
export { forgetChanged } from './persons/forget-changed';
export { createPersonPropertiesCache } from './persons/properties-cache';
export type {
  CachedCohorts,
  CachedPerson,
  PersonEntry,
  PersonPropertiesCache,
} from './persons/properties-cache';
export { createQueryResultCache } from './query-cache/result-cache';
export type { QueryResultCache, ResultCacheOptions } from './query-cache/result-cache';
export { createProcessDirectory } from './processes/process-register';
export type { KnownProcess, ProcessDirectory } from './processes/process-register';
export { readRedisStatus } from './status/read-redis-status';
export type { RedisStatus } from './status/read-redis-status';
export { redisMark } from './installation';
export * from './query-runs';
export { storedPartitionCount } from './ingest-log/partition-count';
export { createSampleProgressStore } from './sample-data/sample-progress-store';
export type { SampleProgressStore } from './sample-data/sample-progress-store';
export * from './backup';
export * from './embedded';
export * from './erasure';
export { createVisitorStore } from './cookieless/visitor-store';
export type { StoredSession, VisitorStore } from './cookieless/visitor-store';
