export { isOverQuota, quotaDropping, withinQuota } from './over-quota';
export type { EventQuota, QuotedEvent, WithinQuota } from './over-quota';
