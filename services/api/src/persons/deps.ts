import type { CohortPersons, PersonEditor } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import type { PublishDeps } from './publish-changes';

/** What the routes of persons stand on. */
export interface PersonRouteDeps extends PublishDeps {
  readonly engine: QueryEngine;
  readonly cohortPersons: CohortPersons;
  readonly editor: PersonEditor;
}
