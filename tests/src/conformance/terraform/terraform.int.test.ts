import type { ApiClient } from '../../test-support/api-client';
import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import { createProject } from '../test-support/create-project';
import { actions } from './actions';
import { alerts } from './alerts';
import type { ProviderCall } from './case';
import { ID, INSIGHT } from './case';
import { experiments } from './experiments';
import { featureFlags } from './feature-flags';
import { hogFunctions } from './hog-functions';
import { others } from './others';

/** Sends the requests of PostHog's Terraform provider, in its order, to the running product. */
let product: SharedProduct;
let api: ApiClient;

beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
});

async function insightOf(project: number): Promise<number> {
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] };
  const path = `/api/projects/${project}/insights/`;
  return ((await api.post(path, { name: 'Payments', query })).body as { id: number }).id;
}

it.each([...actions, ...experiments, ...featureFlags, ...others, ...alerts, ...hogFunctions])(
  'check 54 $resource',
  async ({ steps }) => {
    const { id: project } = await createProject(api, { name: 'Terraform' });
    let id: number | string | null = null;
    const insight = JSON.stringify(steps).includes(INSIGHT) ? await insightOf(project) : 0;
    const outcome = async ({ method, path, body }: ProviderCall) => {
      const text = JSON.stringify(body ?? null).replaceAll(`"${INSIGHT}"`, String(insight));
      const sent = (JSON.parse(text) as object | null) ?? undefined;
      return api.call(method, `/api/projects/${project}/${path.replace(ID, String(id))}`, sent);
    };
    for (const { command, calls } of steps) {
      for (const call of calls) {
        const response = await outcome(call);
        if (call.orGone === true && response.status === 404) continue;
        const request = `${command}: ${call.method} ${call.path}`;
        // The provider accepts any status from 200 to 299, with a JSON body.
        expect({ request, succeeded: response.status >= 200 && response.status < 300 }).toEqual({
          request,
          succeeded: true,
        });
        if (call.reads === undefined) continue;
        id ??= (response.body as { id: number | string }).id;
        const reads = 'id' in call.reads ? { ...call.reads, id } : call.reads;
        expect({ request, body: response.body }).toMatchObject({ request, body: reads });
      }
    }
  },
);

it('restores a deleted resource: the next apply sends `deleted: false`', async () => {
  const { id: project } = await createProject(api, { name: 'Terraform' });
  const filters = { groups: [{}] };
  for (const [collection, body] of [
    ['actions', { name: 'Kept' }],
    ['feature_flags', { key: 'kept', filters }],
  ] as const) {
    const path = `/api/projects/${project}/${collection}/`;
    const { id } = (await api.post(path, body)).body as { id: number };
    await api.patch(`${path}${id}/`, { ...body, deleted: true });
    // The provider treats a soft-deleted resource as deleted, although it can still be read.
    expect((await api.get(`${path}${id}/`)).body).toMatchObject({ deleted: true });
    const restored = await api.patch(`${path}${id}/`, { ...body, deleted: false });
    expect(restored.body).toMatchObject({ id, deleted: false });
  }
});

it('returns 404 for an unknown resource', async () => {
  const { id: project } = await createProject(api, { name: 'Terraform' });
  for (const collection of ['actions', 'experiments', 'feature_flags', 'cohorts', 'insights']) {
    const response = await api.get(`/api/projects/${project}/${collection}/999999/`);
    expect({ collection, status: response.status }).toEqual({ collection, status: 404 });
  }
});

it("supports the requests of the provider's data sources", async () => {
  const organizations = await api.get('/api/organizations/');
  expect(organizations.body).toMatchObject({ next: null, results: [{ id: expect.any(String) }] });
  const current = await api.get('/api/organizations/@current/');
  const { id } = current.body as { id: string };
  const projects = await api.get(`/api/organizations/${id}/projects/`);
  const [first] = (projects.body as { results: { id: number }[] }).results;
  expect((await api.get(`/api/organizations/${id}/projects/${first?.id ?? 0}/`)).status).toBe(200);
  expect((await api.get(`/api/organizations/${id}/members/`)).body).toMatchObject({ next: null });
  const ofOrganization = `/api/organizations/${id}/projects/${first?.id ?? 0}/`;
  expect((await api.patch(ofOrganization, { timezone: 'UTC' })).body).toMatchObject({
    id: first?.id,
    organization: id,
    timezone: 'UTC',
  });
  const environment = `/api/environments/${first?.id ?? 0}/`;
  expect((await api.get(environment)).body).toMatchObject({ id: first?.id });
  expect((await api.patch(environment, { name: 'Renamed' })).body).toMatchObject({
    name: 'Renamed',
  });
});
