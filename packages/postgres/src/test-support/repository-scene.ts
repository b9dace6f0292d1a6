import { createIsolatedDatabase } from '@tidemark/testing';
import { bootstrap } from '../bootstrap';
import type { Database } from '../database';
import { createProjectRepository } from '../projects/project-repository';

export const USER = 1;
export const PROJECT = 1;

/** Creates a database with a second project for a test file. */
export function repositoryScene() {
  let database: Database;
  let other: number;

  beforeAll(async () => {
    database = await createIsolatedDatabase();
    await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
    const projects = createProjectRepository(database);
    const first = await projects.findById(PROJECT);
    if (first === null) throw new Error(`Project ${PROJECT} does not exist`);
    const by = { organizationId: first.organizationId, userId: null };
    other = (await projects.create(by, { name: 'Other' })).id;
  });
  afterAll(() => database.close());

  return {
    get database() {
      return database;
    },
    get other() {
      return other;
    },
  };
}
