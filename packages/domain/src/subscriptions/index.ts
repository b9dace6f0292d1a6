export { recipientsOf, withoutRecipient } from './recipients';
export { nextDeliveryAt } from './schedule';
export type { SubscriptionSchedule } from './schedule';
export { scheduleSummary } from './summary';
