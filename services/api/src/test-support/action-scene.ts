import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

/**
 * Registers an API with a new project for each test of a file.
 * @returns functions for its actions
 */
export function actionScene() {
  let api: TestApi;
  let project: number;
  let actions: string;

  beforeAll(async () => {
    api = await startTestApi(await createStoresWithoutEvents());
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    project = await api.newProject();
    actions = `/api/projects/${project}/actions/`;
  });

  const create = async (json: unknown) => api.call('POST', actions, { json });
  async function created(json: unknown) {
    const response = await create(json);
    expect(response.status).toBe(201);
    return response.body;
  }

  return {
    get api() {
      return api;
    },
    get project() {
      return project;
    },
    get actions() {
      return actions;
    },
    create,
    created,
  };
}
