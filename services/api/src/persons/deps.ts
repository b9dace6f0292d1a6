import type { CohortPersons, PersonEditor } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import type { PublishDeps } from './publish-changes';

/** The dependencies of the person routes. */
export interface PersonRouteDeps extends PublishDeps {
  readonly engine: QueryEngine;
  readonly cohortPersons: CohortPersons;
  readonly editor: PersonEditor;
}
