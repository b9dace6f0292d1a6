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
