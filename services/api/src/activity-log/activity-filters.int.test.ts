import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createUserRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let uuid: string;
let other: string;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  api = await startTestApi(urls);
  database = createDatabase(urls.postgres, {
    poolSize: 2,
    logger: createLogger('test', 'silent'),
  });
  const users = createUserRepository(database);
  const owner = await users.findById(1);
  const ann = await users.create(
    { organizationId: owner?.organizationId ?? '', userId: null },
    {
      organizationId: owner?.organizationId ?? '',
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: '',
      currentProjectId: 1,
    },
  );
  [uuid, other] = [owner?.uuid ?? '', ann?.uuid ?? ''];
  await api.call('PATCH', '/api/projects/1/', { json: { timezone: 'America/New_York' } });
  await api.call('POST', '/api/projects/1/annotations/', { json: { content: 'first' } });
  await api.call('POST', '/api/projects/1/actions/', { json: { name: 'second' } });
  // This is 23:30 on 9 March in New York.
  await database.db
    .updateTable('activity_log')
    .set({ created_at: new Date('2026-03-10T03:30:00Z') })
    .where('scope', '=', 'Action')
    .execute();
});
afterAll(() => Promise.all([api.stop(), database.close()]));

const scopesOf = async (query: string): Promise<readonly unknown[]> => {
  const { status, body } = await api.call('GET', `/api/projects/1/activity_log/?${query}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.results.map(({ scope }) => scope);
};

it('selects by several scopes, by user and by days in the time zone of the project', async () => {
  expect(await scopesOf('limit=50')).toEqual(['Annotation', 'Team', 'Action']);
  expect(await scopesOf('scopes=Annotation,Action')).toEqual(['Annotation', 'Action']);
  expect(await scopesOf(`user=${uuid}`)).toHaveLength(3);
  expect(await scopesOf(`user=${other}`)).toEqual([]);
  expect(await scopesOf('start_date=-1d')).toEqual(['Annotation', 'Team']);
  expect(await scopesOf('start_date=2026-03-09&end_date=2026-03-09')).toEqual(['Action']);
  expect(await scopesOf('start_date=2026-03-10&end_date=2026-03-10')).toEqual([]);
  expect(await scopesOf('end_date=2026-03-10T03:30:00Z')).toEqual([]);
  expect(await scopesOf('scopes=User,PersonalAPIKey')).toContain('User');
});

it('returns 400 for an invalid filter', async () => {
  const rejected = async (query: string) => {
    const { status, body } = await api.call('GET', `/api/projects/1/activity_log/?${query}`);
    return [status, body.attr];
  };
  expect(await rejected('start_date=soon')).toEqual([400, 'start_date']);
  expect(await rejected('user=ann')).toEqual([400, 'user']);
  expect(await rejected('scopes=Sofa')).toEqual([400, 'scopes__0']);
  expect(await rejected('scopes=User,Team')).toEqual([400, 'scopes']);
  expect(await rejected('scope=Team&scopes=Team')).toEqual([400, 'scopes']);
});

describe('advanced filters', () => {
  const list = async (query: string) => {
    const { status, body } = await api.call(
      'GET',
      `/api/projects/1/advanced_activity_logs/?${query}`,
    );
    expect([status, body.detail]).toEqual([200, undefined]);
    return body;
  };
  const scopes = async (query: string) => (await list(query)).results.map(({ scope }) => scope);

  it('finds changes by users, scopes, kinds, items, text and dates', async () => {
    expect(await scopes('')).toEqual(['Annotation', 'Team', 'Action']);
    expect(await scopes('scopes=Annotation,Action')).toEqual(['Annotation', 'Action']);
    expect(await scopes('scopes=["Annotation"]&activities=["created"]')).toEqual(['Annotation']);
    expect(await scopes('activities=updated')).toEqual(['Team']);
    expect(await scopes(`users=${uuid},${other}`)).toHaveLength(3);
    expect(await scopes(`users=${other}`)).toEqual([]);
    expect(await scopes('search_text=new_yORK')).toEqual(['Team']);
    expect(await scopes('search_text=%25')).toEqual([]);
    expect(await scopes('is_system=true')).toEqual([]);
    expect(await scopes('is_system=false')).toHaveLength(3);
    expect(await scopes('was_impersonated=true')).toEqual([]);
    expect(await scopes('end_date=2026-03-10')).toEqual(['Action']);
    const [action] = (await list('scopes=Action')).results;
    expect(await scopes(`item_ids=${String(action?.['item_id'])}&scopes=Action`)).toHaveLength(1);
  });

  it('pages by page_size, and adds changes of the organization on request', async () => {
    const first = await list('page_size=2');
    expect(first).toMatchObject({ count: 3, total_count: 3, previous: null });
    expect(first.next).toMatch(/page_size=2.*page=2|page=2.*page_size=2/);
    expect(await scopes('page_size=2&page=2')).toEqual(['Action']);
    expect(await scopes('include_organization_scoped=1')).toContain('User');
    const limited = await api.keyWith(['activity_log:read'], { scoped_teams: [1] });
    const path = '/api/projects/1/advanced_activity_logs/?include_organization_scoped=1';
    expect((await api.call('GET', path, { key: limited })).status).toBe(403);
  });

  it.each([
    'users=x',
    'scopes=Nothing',
    'scopes=["Action"',
    'page=0',
    'start_date=garbage',
    'detail_filters={"name":{}}',
  ])('rejects %s', async (query) => {
    const path = `/api/projects/1/advanced_activity_logs/?${query}`;
    expect((await api.call('GET', path)).status).toBe(400);
  });

  it('lists the values of filters', async () => {
    const path = '/api/projects/1/advanced_activity_logs/available_filters/';
    expect((await api.call('GET', path)).body).toEqual({
      static_filters: {
        users: [{ value: uuid, label: expect.any(String) }],
        scopes: [{ value: 'Action' }, { value: 'Annotation' }, { value: 'Team' }],
        activities: [{ value: 'created' }, { value: 'updated' }],
      },
      detail_fields: {},
    });
  });
});

it('has the short id of insights, and finds their changes by it', async () => {
  const project = await api.newProject();
  const json = { name: 'Views', query: { kind: 'HogQLQuery', query: 'select 1' } };
  const make = () => api.call('POST', `/api/projects/${project}/insights/`, { json });
  const [insight] = [await make(), await make()];
  const id = String(insight.body['short_id']);
  const list = async (query: string) =>
    (await api.call('GET', `/api/projects/${project}/activity_log/?${query}`)).body;
  const found = await list(`short_id=${id}`);
  expect(found).toMatchObject({ count: 1, results: [{ scope: 'Insight', is_system: false }] });
  expect(found.results[0]).toMatchObject({ detail: { short_id: id }, user: { uuid } });
  expect((await list('scope=Insight&page_size=1')).results).toHaveLength(1);
  expect((await list('short_id=none')).count).toBe(0);
});
