export type { DeliveryConfig } from './config';
export { start } from './start';
