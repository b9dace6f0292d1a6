import type { World } from './world';
import { startWorld } from './world';

/** The addresses from which tables may be loaded with the default configuration. */
let world: World;
let project: number;
let visits: string[];

beforeAll(async () => {
  world = await startWorld({ WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: false });
  project = await world.newProject();
  visits = [];
  world.serve((request, response) => {
    visits.push(request.url ?? '');
    response.end('a\n1\n');
  });
});
afterAll(() => world.stop());

const credential = { access_key: 'key', access_secret: 'secret' };

it.each<[string, object | undefined]>([
  ['http://example.com/x.csv', undefined],
  ['https://127.0.0.1/x.csv', undefined],
  ['https://localhost/x.csv', undefined],
  ['https://[::1]/x.csv', undefined],
  ['https://[::ffff:10.0.0.1]/x.csv', undefined],
  ['https://169.254.169.254/latest/meta-data', undefined],
  ['https://0/x.csv', undefined],
  ['https://2130706433/x.csv', undefined],
  ['https://10.0.0.1/bucket/x.csv', credential],
  ['https://localhost/bucket/*.csv', credential],
])('rejects %s', async (urlPattern, given) => {
  const result = await world.call('POST', `/api/projects/${project}/warehouse_tables/`, {
    name: 'private',
    format: 'CSVWithNames',
    url_pattern: urlPattern,
    ...(given !== undefined && { credential: given }),
  });
  expect(result).toMatchObject({
    status: 400,
    body: { attr: 'url_pattern', detail: expect.stringMatching(/private|Only https/) as string },
  });
  expect(visits).toEqual([]);
});

it('accepts uploads nevertheless', async () => {
  expect((await world.upload(project, { name: 'fine' }, 'a\n1\n')).status).toBe(201);
  expect(await world.query(project, 'select a from fine')).toEqual([[1]]);
});
