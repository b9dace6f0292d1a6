import { createProject } from '../conformance/test-support/create-project';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { SharedProduct } from '../test-support/shared-product';
import { sharedProduct } from '../test-support/shared-product';
import type { CallTool } from './posthog-cli';
import { createCli } from './posthog-cli';

/** Runs PostHog's own client, unchanged, against the running product. */
let product: SharedProduct;
let call: CallTool;
let project: number;
let api: ApiClient;

beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
  project = (await createProject(api, { name: 'CLI' })).id;
  call = createCli(product, project);
});

const idOf = (made: unknown): number => (made as { id: number }).id;

describe('check 54 posthog-cli', () => {
  it('manages actions', async () => {
    const id = idOf(await call('action-create', { name: 'Paid', steps: [{ event: 'paid' }] }));
    expect(await call('actions-get-all', { limit: 5 })).toMatchObject({ count: 1 });
    const changed = await call('action-update', { id, description: 'Money came in' });
    expect(changed).toMatchObject({ id, name: 'Paid', description: 'Money came in' });
    expect(await call('action-delete', { id })).toMatchObject({ deleted: true });
    expect(await call('action-get', { id })).toMatchObject({ deleted: true });
    expect(await call('actions-get-all', {})).toMatchObject({ count: 0 });
  });

  it('manages flags', async () => {
    const filters = { groups: [{ properties: [], rollout_percentage: 100 }] };
    const flag = { key: 'cli', name: 'From the CLI', active: true, filters };
    const id = idOf(await call('create-feature-flag', flag));
    expect(await call('feature-flag-get-all', {})).toMatchObject({ results: [{ key: 'cli' }] });
    expect(await call('feature-flag-get-definition', { id })).toMatchObject(flag);
    expect(await call('update-feature-flag', { id, name: 'New' })).toMatchObject({ name: 'New' });
    expect(await call('feature-flags-evaluation-reasons-retrieve', { distinct_id: 'u' })).toEqual({
      cli: { value: true, evaluation: { reason: 'condition_match', condition_index: 0 } },
    });
    expect(await call('feature-flags-activity-retrieve', { id })).toMatchObject({
      results: [{ activity: 'updated' }, { activity: 'created' }],
    });
    expect(await call('delete-feature-flag', { id })).toMatchObject({ deleted: true });
  });

  it('manages cohorts and insights', async () => {
    const isSet = { key: 'email', type: 'person', operator: 'is_set', value: 'is_set' };
    const group = { type: 'OR', values: [{ type: 'OR', values: [isSet] }] };
    await call('cohorts-create', { name: 'Reachable', filters: { properties: group } });
    expect(await call('cohorts-list', {})).toMatchObject({ results: [{ name: 'Reachable' }] });
    const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] };
    const query = { kind: 'InsightVizNode', source };
    await call('insight-create', { name: 'Payments', query });
    expect(await call('insights-list', {})).toMatchObject({ results: [{ name: 'Payments' }] });
  });

  it('runs queries', async () => {
    const series = [{ kind: 'EventsNode', event: 'paid' }];
    expect(await call('query-trends', { series })).toMatchObject({
      query: { kind: 'TrendsQuery' },
      results: expect.any(Object) as unknown,
    });
  });

  it('reads the user and the project', async () => {
    expect(await call('user-get', {})).toMatchObject({ email: 'admin@localhost' });
    // Without an id, the user's current project is returned.
    expect(await call('project-get', {})).toMatchObject({
      api_token: product.projectApiKey,
    });
    expect(await call('org-members-list', {})).toMatchObject({ count: 1 });
  });

  // The requests that the client's binary sends, each with the types into which it decodes the response.
  describe('gets responses with types that its binary can decode', () => {
    const ask = async (query: object, more: object = {}) => {
      const path = `/api/environments/${project}/query`;
      const { status, body } = await api.post(path, { query, ...more });
      return { status, body: body as Readonly<Record<string, unknown>> };
    };
    const textOrNothing = (value: unknown): boolean =>
      value === undefined || value === null || typeof value === 'string';
    const listOrNothing = (value: unknown, fits: (item: unknown) => boolean): boolean =>
      value === undefined || value === null || (Array.isArray(value) && value.every(fits));
    const isText = (value: unknown): boolean => typeof value === 'string';
    const isPair = (value: unknown): boolean =>
      Array.isArray(value) && value.length === 2 && value.every(isText);
    const isNotice = (value: unknown): boolean =>
      typeof (Object(value) as { message?: unknown }).message === 'string';

    it.each(['select 1 as one', "select event, properties, now() from events where event = 'no'"])(
      'exp query run: %s',
      async (query) => {
        const { status, body } = await ask({ kind: 'HogQLQuery', query }, { refresh: 'blocking' });
        expect(status).toBe(200);
        const texts = ['clickhouse', 'hogql', 'query', 'error', 'cache_key', 'last_refresh'];
        texts.push('cache_target_age', 'next_allowed_client_refresh_time');
        expect(texts.filter((name) => !textOrNothing(body[name]))).toEqual([]);
        expect(listOrNothing(body['results'], Array.isArray)).toBe(true);
        expect(listOrNothing(body['columns'], isText)).toBe(true);
        expect(listOrNothing(body['types'], isPair)).toBe(true);
        expect(listOrNothing(body['explain'], isText)).toBe(true);
        const isTiming = (value: unknown): boolean => {
          const { k, t } = Object(value) as { k?: unknown; t?: unknown };
          return isText(k) && typeof t === 'number';
        };
        expect(listOrNothing(body['timings'], isTiming)).toBe(true);
        const { hasMore, is_cached: isCached, limit, offset } = body;
        expect([hasMore, isCached].every((flag) => typeof flag === 'boolean')).toBe(true);
        expect([limit, offset].every(Number.isInteger)).toBe(true);
      },
    );

    it('exp query run, rejected', async () => {
      const { status, body } = await ask({ kind: 'HogQLQuery', query: 'select nope' });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        type: expect.any(String) as unknown,
        code: expect.any(String) as unknown,
        detail: expect.any(String) as unknown,
      });
    });

    it.each([
      ['select event from events', true],
      ['select nope(1)', false],
      ['select', false],
    ])('exp query check: %s', async (query, isValid) => {
      const { status, body } = await ask({ kind: 'HogQLMetadata', language: 'hogQL', query });
      expect([status, body['isValid']]).toEqual([200, isValid]);
      for (const name of ['errors', 'warnings', 'notices']) {
        expect(listOrNothing(body[name], isNotice)).toBe(true);
      }
      expect(listOrNothing(body['table_names'], isText)).toBe(true);
      expect(['undecisive', 'no', 'partial', 'yes', undefined, null]).toContain(
        body['isUsingIndices'],
      );
    });
  });
});
