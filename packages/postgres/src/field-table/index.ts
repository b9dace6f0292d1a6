export { json, named, own } from './entry';
export { fieldTable } from './field-table';
export type { FieldTable, Settable, WireFields } from './field-table';
