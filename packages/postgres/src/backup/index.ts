export type { PostgresDescription, StoredSequence, StoredTable } from './description';
export { openSnapshot } from './open-snapshot';
export type { PostgresSnapshot } from './open-snapshot';
export { migrationsOf, restoreTables } from './restore-tables';
