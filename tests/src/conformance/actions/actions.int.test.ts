import type { ApiClient } from '../../test-support/api-client';
import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import type { CreatedProject } from '../test-support/create-project';
import { createProject } from '../test-support/create-project';
import { sendEvents } from '../test-support/send-events';
import { access } from './access';
import type { AccessCase, MatchingCase } from './case';
import { matching } from './matching';
import { rejections } from './rejections';
import { scenarios } from './scenarios';
import { seedEvents } from './seed-events';

/** Runs the cases of this folder against the running product, only over HTTP. */
let product: SharedProduct;
let api: ApiClient;
let seeded: CreatedProject;

beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
  seeded = await createProject(api, { name: 'Actions' });
  await sendEvents(product.url, api, seeded, seedEvents);
});

const actionsOf = (project: CreatedProject): string => `/api/projects/${project.id}/actions/`;

/** Replaces `{id}` and `{url}` with the id and URL of the scenario. */
function fill<T>(value: T, names: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value).replaceAll(
    /\{(\w+)\}/g,
    (all, name: string) => names[name] ?? all,
  );
  return JSON.parse(text) as T;
}

describe('scenarios', () => {
  it.each(scenarios)('$name', async ({ calls }) => {
    const base = actionsOf(await createProject(api, { name: 'Scenario' }));
    const names: Record<string, string> = { url: product.url + base };
    for (const { method, path, body, status, response } of calls) {
      const got = await api.call(method, base + fill(path, names), body);
      const { id } = (got.body ?? {}) as { id?: number };
      if (method === 'POST' && id !== undefined) names['id'] ??= String(id);
      expect({ call: `${method} ${path}`, status: got.status }).toEqual({
        call: `${method} ${path}`,
        status,
      });
      if (response === null) expect(got.body).toBeNull();
      else if (response !== undefined) expect(got.body).toMatchObject(fill(response, names));
    }
  });
});

it("sets the server's time when an action is pinned, and does not change it later", async () => {
  const base = actionsOf(await createProject(api, { name: 'Pins' }));
  const { id } = (await api.post(base, {})).body as { id: number };
  const pin = async (pinned_at: string | null): Promise<string | null> =>
    ((await api.patch(`${base}${id}/`, { pinned_at })).body as { pinned_at: string | null })
      .pinned_at;
  const first = await pin('2001-01-01T00:00:00Z');
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000);
  expect(await pin('2002-01-01T00:00:00Z')).toBe(first);
  expect(await pin(null)).toBeNull();
});

it.each(rejections)('rejects %s', async (_, body, code, attr) => {
  const response = await api.post(actionsOf(seeded), body);
  expect(response.status).toBe(400);
  expect(response.body).toEqual({
    type: 'validation_error',
    code,
    detail: expect.any(String),
    attr,
  });
});

it.each(access)('a key with the scopes %j: %s returns %i', async (...row) => {
  const [scopes, method, status, missing] = row as unknown as AccessCase;
  const key = await api.post('/api/personal_api_keys/', { label: 'access', scopes });
  const client = createApiClient(product.url, (key.body as { value: string }).value);
  const project = await createProject(api, { name: 'Access' });
  const response = await client.call(
    method,
    actionsOf(project),
    method === 'POST' ? {} : undefined,
  );
  expect(response.status).toBe(status);
  if (missing === undefined) return;
  expect(response.body).toEqual({
    type: 'authentication_error',
    code: 'permission_denied',
    detail: `API key missing required scope '${missing}'`,
    attr: null,
  });
});

it('previews unsaved steps over the last days', async () => {
  const project = await createProject(api, { name: 'Preview' });
  const hour = 3_600_000;
  const at = (ago: number): string => new Date(Date.now() - ago).toISOString();
  const chain =
    'button.btn:nth-child="1"nth-of-type="1"text="Go";form:nth-child="1"nth-of-type="1"';
  await sendEvents(
    product.url,
    api,
    project,
    [
      { event: '$autocapture', properties: { $elements_chain: chain, $current_url: '/a' } },
      { event: '$autocapture', properties: { $elements_chain: chain.replace('.btn', '.btn-x') } },
      { event: 'buy', properties: {} },
    ].map((event, i) => ({ ...event, distinct_id: 'v', timestamp: at((i + 1) * 30 * hour) })),
  );
  const preview = async (body: object) =>
    (await api.post(`${actionsOf(project)}preview/`, body)).body;
  const clicked = { event: '$autocapture', selector: 'form > .btn' };
  expect(await preview({ steps: [clicked] })).toEqual({
    days: 7,
    count: 1,
    sample: [
      {
        uuid: expect.any(String),
        event: '$autocapture',
        timestamp: expect.any(String),
        distinct_id: 'v',
        current_url: '/a',
        elements_chain: chain,
      },
    ],
  });
  expect(await preview({ steps: [], limit: 0 })).toEqual({ days: 7, count: 3, sample: [] });
  expect(await preview({ steps: [clicked], days: 1 })).toMatchObject({ count: 0, sample: [] });
});

describe('matchesAction', () => {
  const sorted = (names: readonly unknown[]): unknown[] => [...names].sort();
  const matchedBy = async (reference: string): Promise<unknown[]> =>
    (
      await api.hogql(
        seeded.id,
        `select properties.n from events where matchesAction(${reference})`,
      )
    ).map(([name]) => name);

  it.each<MatchingCase>(matching)('%s', async (...row) => {
    const [name, steps, matched] = row;
    const created = await api.post(actionsOf(seeded), { name, steps });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: number };
    expect(sorted(await matchedBy(String(id)))).toEqual(sorted(matched));
    expect(sorted(await matchedBy(`'${name}'`))).toEqual(sorted(matched));
  });

  it.each([
    ['an unknown id', 'matchesAction(999999)', 'Could not find an action with the ID 999999'],
    ['an unknown name', `matchesAction('x')`, "Could not find an action with the name 'x'"],
    ['an expression', 'matchesAction(event)', 'constant'],
  ])('rejects %s', async (_, condition, detail) => {
    const response = await api.post(`/api/projects/${seeded.id}/query/`, {
      query: { kind: 'HogQLQuery', query: `select count() from events where ${condition}` },
    });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'hogql_query_error',
      detail: expect.stringContaining(detail),
    });
  });

  it('uses a changed action immediately', async () => {
    const { id } = (await api.post(actionsOf(seeded), { steps: [{ event: 'buy' }] })).body as {
      id: number;
    };
    expect(await matchedBy(String(id))).toHaveLength(2);
    await api.patch(`${actionsOf(seeded)}${id}/`, { steps: [{ event: 'Buy' }] });
    expect(await matchedBy(String(id))).toEqual(['other case']);
  });
});
