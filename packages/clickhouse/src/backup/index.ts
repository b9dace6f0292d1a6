export { freezeTables } from './freeze-tables';
export type { FrozenTables } from './freeze-tables';
