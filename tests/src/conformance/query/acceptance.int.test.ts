import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../../test-support/api-client';
import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import type { CreatedProject } from '../test-support/create-project';
import { createProject } from '../test-support/create-project';
import type { CheckStep } from './acceptance';
import { checks } from './acceptance';

/** The checks of `docs/wire/query-runs.md#acceptance` that no other file of this folder contains. */
let product: SharedProduct;
let api: ApiClient;
let project: CreatedProject;
let other: CreatedProject;
beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
  project = await createProject(api, { name: 'acceptance' });
  other = await createProject(api, { name: 'somebody else' });
});

const perform = async ({ method = 'POST', path = 'query/', body, status, response }: CheckStep) => {
  const seen = await api.call(method, `/api/projects/${project.id}/${path}`, body);
  expect({ status: seen.status, body: seen.body }).toMatchObject({
    status,
    ...(response !== undefined && { body: response }),
  });
};

it.each(checks.map(([name, ...steps]) => ({ name, steps })))('$name', async ({ steps }) => {
  for (const step of steps) {
    if (step.eventually === true) await waitUntil(() => perform(step));
    else await perform(step);
  }
});

it('46: a run is not found in another project', async () => {
  const query = { kind: 'HogQLQuery', query: 'select 46' };
  const path = (id: number) => `/api/projects/${id}/query/`;
  await api.post(path(project.id), { query, refresh: 'force_async', client_query_id: 'mine' });
  expect((await api.get(`${path(project.id)}mine/`)).status).toBe(200);
  expect((await api.get(`${path(other.id)}mine/`)).status).toBe(404);
});

it('60: projects, page by page', async () => {
  const { status, body } = await api.get('/api/projects/?limit=1');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    count: expect.any(Number),
    results: [expect.anything()],
    next: expect.stringMatching(/^http/),
  });
});
