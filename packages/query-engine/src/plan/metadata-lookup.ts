import type { Database } from '@tidemark/postgres';
import { findGroupTypes, readSystemTable } from '@tidemark/postgres';
import type { MetadataLookup } from './metadata';

/** Definitions as the compiler wants them, read at every statement that names them. */
export function createMetadataLookup(database: Database): MetadataLookup {
  return {
    groupTypes: (projectId) => findGroupTypes(database, projectId),
    systemRows: (projectId, table, limit) => readSystemTable(database, projectId, table, limit),
  };
}
