export type { NewSubscriptionDelivery } from './insert-delivery';
export type { Subscription, SubscriptionDelivery, SubscriptionFields } from './subscription';
export { createSubscriptionDeliveryLog } from './subscription-deliveries';
export type { SubscriptionChart, SubscriptionDeliveryLog } from './subscription-deliveries';
export { createSubscriptionRepository, subscriptionOrders } from './subscription-repository';
export type {
  SubscriptionChange,
  SubscriptionOrder,
  SubscriptionQuery,
  SubscriptionRepository,
} from './subscription-repository';
export { createSubscriptionWork } from './subscription-work';
export type {
  DueSubscription,
  SendOutcome,
  SubscriptionClaim,
  SubscriptionWork,
} from './subscription-work';
