import type { Logger } from '@tidemark/platform';
import type { OfferedSurvey } from '@tidemark/postgres';
import type { ProjectLists } from '../definitions/project-lists';

/**
 * Tells whether a project has surveys that are not archived, as `surveys` of the configuration fields in flag
 * answers says it (`wire/flags.md` §2.3). Not known counts as none: SDKs then ask for none.
 */
export function createHasSurveys(deps: {
  readonly surveys: ProjectLists<OfferedSurvey>;
  readonly logger: Logger;
}): (projectId: number) => Promise<boolean> {
  return async (projectId) => {
    try {
      return (await deps.surveys.get(projectId)).length > 0;
    } catch (error) {
      deps.logger.warn({ err: error }, 'surveys not readable and none known');
      return false;
    }
  };
}
