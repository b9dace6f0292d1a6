export { addUsage, countRecordings, countRecords, forgetCountedSessions } from './count-usage';
export type { CountedRecord, RecordedSession, UsageCount } from './count-usage';
export { createUsageRepository } from './usage-repository';
export type { UsageRepository } from './usage-repository';
