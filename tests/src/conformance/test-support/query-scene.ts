import type { ApiClient } from '../../test-support/api-client';
import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import type { CreatedProject } from './create-project';
import { createProject } from './create-project';
import { sendEvents } from './send-events';
import type { SeedProject } from '../query/case';
import { laterEvents, typingEvents } from '../query/seed-events';

/**
 * Creates three projects with the same events for a test file.
 *
 * @returns functions that query the projects over HTTP
 */
export function queryScene() {
  let product: SharedProduct;
  let api: ApiClient;
  let projects: Readonly<Record<SeedProject, CreatedProject>>;

  beforeAll(async () => {
    product = await sharedProduct();
    api = createApiClient(product.url, product.personalApiKey);
    const seeded = async (timezone: string, weekStartDay: number): Promise<CreatedProject> => {
      const project = await createProject(api, {
        name: timezone,
        timezone,
        week_start_day: weekStartDay,
      });
      await sendEvents(product.url, api, project, typingEvents);
      await sendEvents(product.url, api, project, laterEvents);
      return project;
    };
    const [utc, berlin, newYork] = await Promise.all([
      seeded('UTC', 0),
      seeded('Europe/Berlin', 1),
      seeded('America/New_York', 0),
    ]);
    projects = { utc, berlin, newYork };
  });

  const queryPath = (project: SeedProject): string =>
    `/api/projects/${projects[project].id}/query/`;

  const hogql = (project: SeedProject, query: string, more: object = {}) =>
    api.post(queryPath(project), { query: { kind: 'HogQLQuery', query }, ...more });

  return {
    get product() {
      return product;
    },
    get api() {
      return api;
    },
    get projects() {
      return projects;
    },
    queryPath,
    hogql,
  };
}
