import type { Database } from '@tidemark/postgres';
import { findPropertyTypes } from '@tidemark/postgres';
import type { PropertyTypeLookup } from './property-types';

/**
 * Property types as the compiler wants them, read from the project's definitions: one look-up by primary
 * key per statement. Nothing is remembered, so a changed type counts from the next statement on, and a
 * property is typed as soon as its first event can be seen.
 */
export function createPropertyTypeLookup(database: Database): PropertyTypeLookup {
  return async (projectId, names) => {
    const rows = await findPropertyTypes(database, projectId, names);
    return rows.flatMap(({ owner, name, propertyType }) =>
      // Sessions have no table yet, durations no reading of their own.
      owner === 'session' || propertyType === 'Duration'
        ? []
        : [{ owner, name, type: propertyType }],
    );
  };
}
