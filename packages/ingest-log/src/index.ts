export type { DeadLetter, EntryDescription } from './dead-letters/dead-letter';
export { describeEntry } from './dead-letters/dead-letter';
export type { DeadLetters, DeadLettersPage } from './dead-letters/dead-letters';
export type { LetterFilter } from './dead-letters/matching-letters';
export { isLetterId, matchingLetters } from './dead-letters/matching-letters';
export { replayPartition } from './dead-letters/replay-partition';
export { confirmOwned } from './leases/confirm-owned';
export type { LeaseChange, LeaseHolder } from './leases/lease-holder';
export { createLeaseHolder } from './leases/lease-holder';
export type { PartitionLeases } from './leases/partition-leases';
export type { IngestLogConsumer, LogConsumerOptions } from './log/consumer';
export { DEFAULT_MAX_DEAD_LETTERS } from './log/consumer';
export {
  DeadLettersFullError,
  LogFullError,
  LogShareError,
  LogUnavailableError,
  PartitionsLostError,
  SEE_DEAD_LETTERS,
} from './errors/log-errors';
export { createGroupWriter } from './log/group-writer';
export type { LogState } from './log/log-state';
export type { IngestLogProducer, LogProducerOptions } from './log/producer';
export { entryValues } from './records/entry-values';
export { createFinishedRecords } from './records/finished-records';
export type { LogRecord } from './records/log-record';
export { recordsOf } from './records/log-record';
export type { EntryValue } from './records/packed-records';
export { eventsOf, packRecords, unpackRecords } from './records/packed-records';
export type { PackedValues } from './records/packed-values';
export { packedSlices, packEntries, packEvents } from './records/packed-values';
export { partitionOf } from './records/partition';
