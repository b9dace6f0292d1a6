export { createInternalEventWork } from './internal-event-work';
export type { InternalEvent, InternalEventWork, InternalSources } from './internal-event-work';
export { recordInternalEvents } from './record-internal-events';
export type { NewInternalEvent } from './record-internal-events';
