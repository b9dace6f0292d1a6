import type { Logger } from '@tidemark/platform';
import type { Database, OfferedSurvey } from '@tidemark/postgres';
import { createEarlyAccessRepository, createSurveyRepository } from '@tidemark/postgres';
import type { ProjectLists } from '../definitions/project-lists';
import { createProjectLists } from '../definitions/project-lists';
import { featuresBody } from '../early-access/features-body';
import type { ProjectDirectory } from '../projects/project-directory';
import { surveysBody } from '../surveys/survey-body';
import type { PublicListHandler } from './public-list-handler';
import { createPublicListHandler } from './public-list-handler';

/** What any page with a project's token may read: early access features and surveys. */
export interface PublicLists {
  readonly surveys: ProjectLists<OfferedSurvey>;
  /** By path. */
  readonly handlers: Readonly<Record<string, PublicListHandler>>;
  /** Both lists of the project are read again before they are answered. */
  invalidate(projectId: number): void;
}

/** @param deps.now milliseconds of a clock that only goes forward */
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
    surveys,
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
        body: (list, _query, project) => surveysBody(list, project.surveyConfig),
        logger,
      }),
    },
    invalidate(projectId) {
      features.invalidate(projectId);
      surveys.invalidate(projectId);
    },
  };
}
