import { createActionRepository } from '../actions/action-repository';
import { createCohortCalculations, createCohortRepository } from '../cohorts';
import { createDashboardRepository } from '../dashboards';
import type { Database } from '../database';
import { createFeatureFlagRepository } from '../feature-flags/feature-flag-repository';
import type { Project } from '../projects/project';
import { createProjectRepository } from '../projects/project-repository';
import { SAMPLE_ACTION, SAMPLE_COHORT, SAMPLE_DASHBOARD, SAMPLE_FLAGS } from './definitions';

const SAMPLE_NAME = 'Sample shop';

/**
 * The sample project of an organization, found by its name and the keys of its first flags, so that another project
 * with the same name is not used. Null if there is none.
 */
export async function findSampleProject(
  database: Database,
  organizationId: string,
): Promise<Project | null> {
  const everything = { limit: null, offset: 0 };
  const { rows } = await createProjectRepository(database).list(organizationId, everything);
  const flags = createFeatureFlagRepository(database);
  for (const project of rows.filter(({ name }) => name === SAMPLE_NAME)) {
    const keys = (await flags.listLive(project.id)).map(({ key }) => key);
    if (SAMPLE_FLAGS.every(({ key }) => keys.includes(key))) return project;
  }
  return null;
}

/**
 * Creates the sample project with its flags, action, cohort and dashboard.
 * @param by the author for the activity log; a null `userId` means the operator of the installation
 * @param authorId the user who becomes the creator of the objects
 */
export async function createSampleProject(
  database: Database,
  by: { readonly organizationId: string; readonly userId: number | null },
  authorId: number,
): Promise<Project> {
  const project = await createProjectRepository(database).create(by, { name: SAMPLE_NAME });
  const flags = createFeatureFlagRepository(database);
  for (const flag of SAMPLE_FLAGS) await flags.create(project.id, authorId, flag);
  await createActionRepository(database).create(project.id, authorId, SAMPLE_ACTION);
  await createCohortRepository(database).create(project.id, authorId, SAMPLE_COHORT);
  await createDashboardRepository(database).create(project.id, authorId, SAMPLE_DASHBOARD);
  return project;
}

/**
 * Requests a calculation of the cohorts of the sample project. Call it when the events are stored: the first calculation
 * runs as soon as the project exists, and finds only the persons of the first events.
 */
export async function recountSampleCohorts(database: Database, projectId: number): Promise<void> {
  const cohorts = await createCohortRepository(database).listLive(projectId);
  const ids = cohorts.map(({ id }) => id);
  await createCohortCalculations(database).request(projectId, ids);
}
