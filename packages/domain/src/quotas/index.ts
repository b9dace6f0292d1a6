export { isOverQuota, quotaDropping, quotaOf, withinQuota } from './over-quota';
export type { EventQuota, QuotaInput, WithinQuota } from './over-quota';
