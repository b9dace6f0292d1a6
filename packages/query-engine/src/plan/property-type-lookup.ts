import type { Database } from '@tidemark/postgres';
import { findPropertyTypes } from '@tidemark/postgres';
import type { PropertyTypeLookup } from './property-types';

/**
 * Property types in the form for the compiler, read from the project's definitions: one read by primary key per
 * statement. Types are not cached, so a changed type takes effect with the next statement, and a property has its
 * type as soon as its first event can be read.
 */
export function createPropertyTypeLookup(database: Database): PropertyTypeLookup {
  return async (projectId, names) => {
    const rows = await findPropertyTypes(database, projectId, names);
    return rows.flatMap(({ owner, name, propertyType }) =>
      // Properties of sessions are not typed, and durations have no type of their own.
      owner === 'session' || propertyType === 'Duration'
        ? []
        : [{ owner, name, type: propertyType }],
    );
  };
}
