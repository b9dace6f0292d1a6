export * from './delivery-log';
export * from './delivery-targets';
export * from './delivery-work';
export type { Destination, DestinationFields } from './destination';
export { createDestinationRepository } from './destination-repository';
export type {
  DestinationHealth,
  DestinationQuery,
  DestinationRepository,
} from './destination-repository';
export { eraseDeliveries } from './erase-deliveries';
export type { FailingDestination, IncidentReason } from './incidents';
export { createInternalEventWork } from './internal-event-work';
export type { InternalEvent, InternalEventWork, InternalSources } from './internal-event-work';
export { recordDeliveries, releaseDeliveries } from './record-deliveries';
export type { NewDelivery } from './record-deliveries';
export { readProjectSources } from './source-reader';
export type { ProjectSources, SourceDefinition } from './source-reader';
export type { DeliveryCount } from './delivery-counts';
