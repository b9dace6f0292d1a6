import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import type { OpenApiDocument } from '@tidemark/platform';
import { createLogger } from '@tidemark/platform';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { TestResponse, TestApi } from './test-support/api';
import { startTestApi } from './test-support/api';
import type { DeclaredCall } from './test-support/declared-routes/declared-calls';
import {
  declaredCalls,
  hasEnd,
  isInProject,
  pathOf,
} from './test-support/declared-routes/declared-calls';
import {
  askedWith,
  insertDefinitions,
  insertEvent,
  LISTS,
  MARKER,
  SEEDED_UUID,
  SEEDS,
} from './test-support/declared-routes/seeds';

/**
 * Requests each declared route without a key, with a key of another scope, and with a key of another project. New
 * routes are included automatically.
 */
let api: TestApi;
let clickhouse: ClickHouse;
let calls: readonly DeclaredCall[];
let foreign: number;
let own: number;
let ownKey: string;
/** The ids of the items of the foreign project, by resource. */
const ids = new Map<string, string>();
let before: readonly string[];

const START_MS = 180_000;
const ALL_ROUTES_MS = 240_000;
/** If the foreign project has no item of a resource, any id is suitable. */
const idOf = (resource: string): string => ids.get(resource) ?? '1';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('test', 'warn') });
  api = await startTestApi(urls, { EXPORT_ROOT_DIR: '/nonexistent' });
  const described = await fetch(`${api.base}/api/schema/`);
  calls = declaredCalls((await described.json()) as OpenApiDocument);
  foreign = await api.newProject(MARKER);
  own = await api.newProject('own');
  ownKey = await api.keyWith(['*'], { scoped_teams: [own] });
  const rejected: string[] = [];
  for (const [resource, body] of SEEDS) {
    const json: unknown = typeof body === 'function' ? body(ids) : body;
    const made = await api.call('POST', `/api/projects/${foreign}/${resource}/`, { json });
    if (made.status !== 201) rejected.push(`${resource}: ${made.text}`);
    ids.set(resource, String(made.body.id));
  }
  const database = createDatabase(urls.postgres, {
    poolSize: 1,
    logger: createLogger('test', 'warn'),
  });
  for (const [resource, id] of await insertDefinitions(database, foreign)) ids.set(resource, id);
  await database.close();
  const group = { group_type_index: 0, group_key: MARKER, group_properties: { name: MARKER } };
  const made = await api.call('POST', `/api/projects/${foreign}/groups/`, { json: group });
  if (made.status !== 201) rejected.push(made.text);
  expect(rejected).toEqual([]);
  await insertEvent(clickhouse, foreign);
  for (const resource of ['events', 'persons']) ids.set(resource, SEEDED_UUID);
  // A rollout changes its flag automatically: its first step must happen before the comparison.
  const rollout = `/api/projects/${foreign}/guarded_rollouts/${idOf('guarded_rollouts')}/`;
  await waitUntil(async () => {
    expect((await api.call('GET', rollout)).body).toMatchObject({ current_step: 0 });
  });
  before = await contents();
}, START_MS);
afterAll(async () => {
  await Promise.all([api.stop(), clickhouse.close()]);
});

/** All contents of the foreign project. */
async function contents(): Promise<readonly string[]> {
  const responses = await Promise.all(
    LISTS.map((path) => api.call('GET', `/api/projects/${foreign}/${path}`)),
  );
  return responses.map(({ text }) => text);
}

/** The calls whose responses are wrong, with those responses. */
async function misfits(
  asked: readonly DeclaredCall[],
  ask: (call: DeclaredCall) => Promise<TestResponse>,
  fits: (response: TestResponse, call: DeclaredCall) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const call of asked) {
    const response = await ask(call);
    if (fits(response, call)) continue;
    found.push(
      `${call.method} ${call.template}: ${response.status} ${response.text.slice(0, 300)}`,
    );
  }
  return found;
}

const bodyOf = ({ method, operationId }: DeclaredCall): { readonly json?: object } =>
  method === 'GET' || method === 'DELETE' ? {} : { json: askedWith(operationId).body };

it('tests every route, with an object of each resource', () => {
  const empty = LISTS.filter((_, at) => before[at]?.includes(MARKER) !== true);
  expect(empty).toEqual([]);
  expect(calls.filter(isInProject).length).toBeGreaterThan(200);
  expect(calls.filter(({ scope }) => scope === null).length).toBeLessThan(20);
});

it(
  'returns 401 without credentials',
  async () => {
    const wrong = await misfits(
      calls,
      (call) => api.call(call.method, pathOf(call, foreign, idOf), { key: null, ...bodyOf(call) }),
      ({ status, body }) => status === 401 && body['code'] === 'not_authenticated',
    );
    expect(wrong).toEqual([]);
  },
  ALL_ROUTES_MS,
);

it(
  'names the scope that a key lacks',
  async () => {
    const keys = {
      survey: await api.keyWith(['survey:write']),
      annotation: await api.keyWith(['annotation:write']),
    };
    const wrong = await misfits(
      calls.filter(({ scope }) => scope !== null && scope !== '*'),
      (call) =>
        api.call(call.method, pathOf(call, foreign, idOf), {
          key: call.scope?.startsWith('survey:') === true ? keys.annotation : keys.survey,
          ...bodyOf(call),
        }),
      ({ status, body }, { scope }) =>
        status === 403 && body.detail === `API key missing required scope '${scope ?? ''}'`,
    );
    expect(wrong).toEqual([]);
  },
  ALL_ROUTES_MS,
);

it(
  'keeps the key of another project out',
  async () => {
    const detail = `API key does not have access to the requested project: ID ${foreign}.`;
    const wrong = await misfits(
      calls.filter(isInProject),
      (call) =>
        api.call(call.method, pathOf(call, foreign, idOf), { key: ownKey, ...bodyOf(call) }),
      ({ status, body }) => status === 403 && body.detail === detail,
    );
    expect(wrong).toEqual([]);
  },
  ALL_ROUTES_MS,
);

it(
  'finds nothing of another project by its ids',
  async () => {
    const wrong = await misfits(
      calls.filter(isInProject).filter(hasEnd),
      (call) => api.call(call.method, pathOf(call, own, idOf), { key: ownKey, ...bodyOf(call) }),
      ({ status, text }, { template }) => {
        // A response may contain the names in its path, but these ids are not names.
        if (text.includes(MARKER) || status >= 500) return false;
        const [, rest = ''] = /\{project_id\}\/(.*)/.exec(template) ?? [];
        const [resource = ''] = rest.split('/');
        return !rest.includes('{id}') || !ids.has(resource) || status >= 400;
      },
    );
    expect(wrong).toEqual([]);
    expect(await contents()).toEqual(before);
  },
  ALL_ROUTES_MS,
);
