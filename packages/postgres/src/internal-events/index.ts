export { recordInternalEvents } from './record-internal-events';
export type { NewInternalEvent } from './record-internal-events';
