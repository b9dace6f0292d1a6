import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { SharedProduct } from '../test-support/shared-product';
import { sharedProduct } from '../test-support/shared-product';

interface Tenant {
  readonly id: number;
  readonly token: string;
}

describe('two projects', () => {
  let product: SharedProduct;
  let root: ApiClient;
  let one: Tenant;
  let two: Tenant;
  let keyOfTwo: ApiClient;

  const createProject = async (name: string): Promise<Tenant> => {
    const result = await root.post('/api/projects/', { name, timezone: 'Europe/Berlin' });
    expect(result.status).toBe(201);
    const { id, api_token: token } = result.body as { id: number; api_token: string };
    return { id, token };
  };

  beforeAll(async () => {
    product = await sharedProduct();
    root = createApiClient(product.url, product.personalApiKey);
    one = await createProject('One');
    two = await createProject('Two');
    const key = await root.post('/api/personal_api_keys/', {
      label: 'only two',
      scopes: ['*'],
      scoped_teams: [two.id],
    });
    expect(key.status).toBe(201);
    keyOfTwo = createApiClient(product.url, (key.body as { value: string }).value);
    for (const tenant of [one, two]) {
      const response = await fetch(`${product.url}/capture/`, {
        method: 'POST',
        body: JSON.stringify({
          api_key: tenant.token,
          event: 'secret event',
          distinct_id: 'same-user',
          properties: { secret: `of ${tenant.id}`, $set: { owner: String(tenant.id) } },
        }),
      });
      expect(response.status).toBe(200);
    }
    await waitUntil(async () => {
      for (const tenant of [one, two]) {
        expect(await root.hogql(tenant.id, 'SELECT count() FROM events')).toEqual([[1]]);
      }
    });
  });

  it.each([
    ['events', `SELECT properties.secret FROM events`],
    ['persons', `SELECT concat('of ', properties.owner) FROM persons`],
    ['events through persons', `SELECT concat('of ', person.properties.owner) FROM events`],
    [
      'a join',
      `SELECT e.properties.secret FROM persons p JOIN events e ON e.person_id = p.id RIGHT JOIN person_distinct_ids d ON d.person_id = p.id`,
    ],
    ['a sub-query', `SELECT s FROM (SELECT properties.secret AS s FROM events WHERE 1 = 1 OR 1)`],
  ])('see only their own %s', async (_, query) => {
    expect(await root.hogql(one.id, query)).toEqual([[`of ${one.id}`]]);
    expect(await root.hogql(two.id, query)).toEqual([[`of ${two.id}`]]);
  });

  it('have separate persons for the same distinct id', async () => {
    const id = (project: Tenant) => root.hogql(project.id, 'SELECT id FROM persons');
    expect(await id(one)).not.toEqual(await id(two));
  });

  it('reject a key of the other project, and name the requested project', async () => {
    expect(await keyOfTwo.hogql(two.id, 'SELECT 1')).toEqual([[1]]);
    const paths = ['actions', 'feature_flags'].map((path) => `/api/projects/${one.id}/${path}/`);
    for (const path of paths) {
      const result = await keyOfTwo.get(path);
      expect(result.status).toBe(403);
      expect(result.body).toEqual({
        type: 'authentication_error',
        code: 'permission_denied',
        detail: `API key does not have access to the requested project: ID ${one.id}.`,
        attr: null,
      });
    }
  });

  it('do not find actions and flags of each other', async () => {
    const action = await root.post(`/api/projects/${one.id}/actions/`, { name: 'of one' });
    const flag = await root.post(`/api/projects/${one.id}/feature_flags/`, {
      key: 'of-one',
      filters: { groups: [{ rollout_percentage: 100 }] },
    });
    const ids = [action, flag].map((result) => (result.body as { id: number }).id);
    expect((await root.get(`/api/projects/${two.id}/actions/${ids[0]}/`)).status).toBe(404);
    expect((await root.get(`/api/projects/${two.id}/feature_flags/${ids[1]}/`)).status).toBe(404);
    const matched = await root.post(`/api/projects/${two.id}/query/`, {
      query: {
        kind: 'HogQLQuery',
        query: `SELECT count() FROM events WHERE matchesAction('of one')`,
      },
    });
    expect(matched.status).toBe(400);
    const evaluated = await fetch(`${product.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ api_key: two.token, distinct_id: 'same-user' }),
    });
    expect(((await evaluated.json()) as { flags: object }).flags).toEqual({});
  });
});
