export { isOverQuota, quotaDropping, withinQuota } from './over-quota';
export type { EventQuota, QuotaInput, WithinQuota } from './over-quota';
