export { json, named, own } from './entry';
export { fieldTable } from './field-table';
export type { Settable } from './field-table';
