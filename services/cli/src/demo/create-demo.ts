import type { Database, Project, User } from '@tidemark/postgres';
import {
  createActionRepository,
  createCohortRepository,
  createDashboardRepository,
  createFeatureFlagRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { DEMO_ACTION, DEMO_COHORT, DEMO_DASHBOARD, DEMO_FLAGS } from './definitions';

const DEMO_NAME = 'Sample shop';

/**
 * The project that an earlier `demo` made, by its name and by the keys of its first flags: a project of the operator's
 * own that has the same name is not meant. Null when there is none.
 */
export async function findDemo(
  database: Database,
  organizationId: string,
): Promise<Project | null> {
  const everything = { limit: null, offset: 0 };
  const { rows } = await createProjectRepository(database).list(organizationId, everything);
  const flags = createFeatureFlagRepository(database);
  for (const project of rows.filter(({ name }) => name === DEMO_NAME)) {
    const keys = (await flags.listLive(project.id)).map(({ key }) => key);
    if (DEMO_FLAGS.every(({ key }) => keys.includes(key))) return project;
  }
  return null;
}

/** Makes the project with its flags, action, cohort and dashboard; the user is their author. */
export async function createDemo(database: Database, user: User): Promise<Project> {
  const { organizationId, id: userId } = user;
  const project = await createProjectRepository(database).create(
    { organizationId, userId: null },
    { name: DEMO_NAME },
  );
  const flags = createFeatureFlagRepository(database);
  for (const flag of DEMO_FLAGS) await flags.create(project.id, userId, flag);
  await createActionRepository(database).create(project.id, userId, DEMO_ACTION);
  await createCohortRepository(database).create(project.id, userId, DEMO_COHORT);
  await createDashboardRepository(database).create(project.id, userId, DEMO_DASHBOARD);
  return project;
}
