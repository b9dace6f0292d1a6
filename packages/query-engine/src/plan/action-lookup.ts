import type { Database } from '@tidemark/postgres';
import { findReferencedActions } from '@tidemark/postgres';
import type { ActionLookup } from './hogql-query';

/** Actions as the compiler wants them, read from the project's definitions. */
export function createActionLookup(database: Database): ActionLookup {
  return (projectId, references) => findReferencedActions(database, projectId, references);
}
