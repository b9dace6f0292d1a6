import { publicFeature, publicSurvey } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { Database, OfferedFeature, OfferedSurvey, Project } from '@tidemark/postgres';
import { createEarlyAccessRepository, createSurveyRepository } from '@tidemark/postgres';
import type { ProjectDirectory } from '../projects/project-directory';
import { createProjectLists } from '../projects/project-lists';
import type { PublicListHandler } from './public-list-handler';
import { createPublicListHandler } from './public-list-handler';

/** The lists that any page with a project's token may read: early access features and surveys. */
export interface PublicLists {
  /**
   * Surveys that are not archived, unless the project has turned surveys off; empty if they cannot be read, and SDKs
   * then request none.
   */
  readonly surveysOf: (project: SurveySettings) => Promise<readonly OfferedSurvey[]>;
  /** Handlers by path. */
  readonly handlers: Readonly<Record<string, PublicListHandler>>;
  /** Makes the next response read both lists of the project again. */
  invalidate(projectId: number): void;
}

/** What decides which surveys SDKs receive at start-up. */
type SurveySettings = Pick<Project, 'id' | 'sdk'>;

/** The stages of features that are not public. */
const HIDDEN_STAGES: ReadonlySet<string> = new Set(['draft', 'archived']);

/** @param deps.now monotonic ms */
export function openPublicLists(deps: {
  readonly database: Database;
  readonly projects: ProjectDirectory;
  readonly logger: Logger;
  readonly now: () => number;
}): PublicLists {
  const { database, projects, logger, now } = deps;
  const earlyAccess = createEarlyAccessRepository(database);
  const features = createProjectLists({
    what: 'early access features',
    load: (projectId) => earlyAccess.listOffered(projectId),
    logger,
    now,
  });
  const repository = createSurveyRepository(database);
  const surveys = createProjectLists({
    what: 'surveys',
    load: (projectId) => repository.listOffered(projectId),
    logger,
    now,
  });
  return {
    surveysOf: async ({ id, sdk }) => {
      if (sdk.surveys_opt_in === false) return [];
      try {
        return await surveys.get(id);
      } catch (error) {
        logger.warn({ err: error }, 'surveys cannot be read and are not cached');
        return [];
      }
    },
    handlers: {
      '/api/early_access_features': createPublicListHandler({
        projects,
        lists: features,
        body: featuresBody,
        logger,
      }),
      '/api/surveys': createPublicListHandler({
        projects,
        lists: surveys,
        body: (list, _query, project) => ({
          surveys: list.map(publicSurvey),
          survey_config: project.surveyConfig,
        }),
        logger,
      }),
    },
    invalidate(projectId) {
      features.invalidate(projectId);
      surveys.invalidate(projectId);
    },
  };
}

/**
 * Returns the features that visitors may enable, in the stages of the query
 * (`docs/wire/flags-management.md#public-features`).
 */
function featuresBody(
  offered: readonly OfferedFeature[],
  query: URLSearchParams,
): { readonly earlyAccessFeatures: readonly object[] } {
  const stages = query.getAll('stage');
  const asked = new Set(stages.length === 0 ? ['beta'] : stages);
  const shown = offered.filter(({ stage }) => asked.has(stage) && !HIDDEN_STAGES.has(stage));
  return { earlyAccessFeatures: shown.map(publicFeature) };
}
