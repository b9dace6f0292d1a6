export type { NodeChoice, ServiceNode } from './service-node';
export { chooseServiceNode } from './service-node';
