import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { killProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { Import, ImportsClient } from './imports-client';
import { createImportsClient } from './imports-client';
import { createProject, fillDefinitions, sourceEvents, sourceRows } from './source-project';

const USERS = 20;
const EVENTS = USERS * 4 + 5;
/** The number of events in the file during whose import the query-worker is killed. */
const MANY = 60_000;

describe('an import that the API starts', () => {
  let product: Standalone;
  let api: ApiClient;
  let imports: ImportsClient;
  let source: { readonly id: number; readonly token: string };

  beforeAll(async () => {
    product = await startStandalone({
      // The product is also the source of the import.
      env: { WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: '1', IMPORT_SWEEP_SECONDS: '1' },
      readyTimeoutMs: 180_000,
    });
    api = createApiClient(product.url, product.personalApiKey);
    imports = createImportsClient(api, product.url);
    source = await createProject(api, 'Source');
    await fillDefinitions(api, source.id);
    const response = await fetch(`${product.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ api_key: source.token, historical_migration: true, batch: sourceEvents(USERS) },
      }),
    });
    expect(response.status).toBe(200);
    await waitUntil(async () =>
      expect(await api.hogql(source.id, 'SELECT count() FROM events')).toEqual([[EVENTS]]),
    );
  }, 300_000);
  afterAll(() => product.stop());

  const fromAddress = (project: number, key = product.personalApiKey) =>
    imports.start(project, {
      ...{ source: 'posthog', address: product.url, project: String(source.id), key },
    });
  it('imports a project over HTTP, and deletes the key it created', async () => {
    const { id: project } = await createProject(api, 'Target');
    const started = await fromAddress(project);
    expect(started).toMatchObject({
      status: 201,
      body: {
        status: expect.stringMatching(/queued|running/) as string,
        in_background: true,
        settings: { address: `${product.url}/`, project: String(source.id) },
      },
    });
    expect(JSON.stringify(started.body)).not.toContain(product.personalApiKey);
    const { id } = started.body as Import;
    expect(await fromAddress(project)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Another import') as string },
    });
    expect(await imports.ended(project, id)).toMatchObject({
      ...{ status: 'completed', error: null, problems: [] },
      counts: { action: 2, cohort: 3, feature_flag: 4, insight: 2, events: EVENTS, persons: USERS },
      reconciliation: {
        equal: true,
        events: { source: EVENTS, target: EVENTS, difference_count: 0 },
        persons: { source: USERS, target: USERS },
      },
    });
    expect(await imports.keysOfRuns()).toEqual([]);
    const history = await api.get(`/api/projects/${project}/activity_log/?scope=BatchImport`);
    expect(history.body).toMatchObject({ results: [{ activity: 'created', item_id: id }] });
  }, 300_000);

  it('reports why it failed, and continues when it is started again', async () => {
    const { id: project } = await createProject(api, 'Wrong key');
    const { id } = (await fromAddress(project, 'phx_wrong')).body as Import;
    expect(await imports.ended(project, id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('401') as string,
    });
    const again = await fromAddress(project);
    expect(again.body).toMatchObject({ id, status: expect.stringMatching(/queued|running/) });
    expect(await imports.ended(project, id)).toMatchObject({
      ...{ status: 'completed', error: null, counts: { events: EVENTS } },
      reconciliation: { equal: true },
    });
  }, 300_000);

  it('imports uploaded files, and each file only once', async () => {
    const { id: project } = await createProject(api, 'Files');
    const lines = ['ann', 'ben'].map((userId, index) =>
      JSON.stringify({
        ...{ type: 'track', event: 'Signed up', userId, messageId: `m-${index}` },
        ...{ timestamp: '2026-02-03T04:05:06Z', properties: { plan: 'pro' } },
      }),
    );
    for (let time = 0; time < 2; time += 1) {
      const run = await imports.upload(project, 'segment.ndjson', lines.join('\n'), {
        source: 'segment',
      });
      expect(await imports.ended(project, run.id)).toMatchObject({
        status: 'completed',
        counts: { events: 2 },
        reconciliation: { equal: true, events: { source: 2, target: 2 } },
      });
    }
    const mapping = JSON.stringify({
      event: { value: 'order' },
      distinct_id: { column: 'customer' },
      timestamp: { column: 'at' },
      properties: { price: { column: 'total', type: 'number' } },
    });
    const csv = 'customer,at,total\nann,2026-02-04T00:00:00Z,12.5\n,2026-02-04T00:00:00Z,1\n';
    const { id } = await imports.upload(project, 'orders.csv', csv, { source: 'csv', mapping });
    expect(await imports.ended(project, id)).toMatchObject({
      status: 'completed',
      counts: { events: 1 },
      problems: [{ kind: 'events', reason: 'the row has no distinct id', occurrences: 1 }],
    });
    expect(
      await api.hogql(
        project,
        'SELECT event, distinct_id, properties.price FROM events ORDER BY timestamp, distinct_id',
      ),
    ).toEqual([
      ['Signed up', 'ann', null],
      ['Signed up', 'ben', null],
      ['order', 'ann', 12.5],
    ]);
  }, 300_000);

  it('stops at the limit of events, and continues when the limit is removed', async () => {
    const { id: project } = await createProject(api, 'Limited');
    const limit = (limits: object) =>
      api.patch(`/api/projects/${project}/`, { quota_limited_resources: limits });
    const line = { type: 'track', event: 'e', userId: 'u', timestamp: '2026-02-03T04:05:06Z' };
    const send = () =>
      imports.upload(project, 'one.jsonl', JSON.stringify(line), { source: 'segment' });
    expect((await limit([{ resource: 'events', until: null }])).status).toBe(200);
    const { id } = await send();
    expect(await imports.ended(project, id)).toMatchObject({
      status: 'failed',
      error: 'The project has used up its limit of events.',
    });
    expect((await limit([])).status).toBe(200);
    expect((await send()).id).toBe(id);
    expect(await imports.ended(project, id)).toMatchObject({
      status: 'completed',
      counts: { events: 1 },
    });
  }, 300_000);

  it('continues after the query-worker was killed', async () => {
    const { id: project } = await createProject(api, 'Killed');
    const { id } = await imports.upload(project, 'many.jsonl', sourceRows(MANY).join(''), {
      source: 'posthog',
    });
    let kills = 0;
    for (let from = 0; kills < 2;) {
      const now = await imports.untilMoreThan(project, id, from);
      if (now === null) break;
      from = now;
      killProcess(product.pid, 'query-worker');
      kills += 1;
    }
    expect(kills).toBe(2);
    expect(await imports.ended(project, id)).toMatchObject({
      ...{ status: 'completed', counts: { events: MANY } },
      reconciliation: { equal: true, events: { source: MANY, target: MANY } },
    });
    expect(await imports.keysOfRuns()).toEqual([]);
  }, 600_000);

  it('can be cancelled; imported data is kept', async () => {
    const { id: project } = await createProject(api, 'Cancelled');
    const { id } = await imports.upload(project, 'many.jsonl', sourceRows(MANY).join(''), {
      source: 'posthog',
    });
    await imports.untilMoreThan(project, id, 0);
    const cancelled = await imports.cancel(project, id);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelling' } });
    expect(await imports.ended(project, id)).toMatchObject({ status: 'cancelled', error: null });
    expect(await imports.cancel(project, id)).toMatchObject({ status: 400 });
    await waitUntil(async () => {
      const [[events] = []] = await api.hogql(project, 'SELECT count() FROM events');
      expect(events).toBeGreaterThan(0);
    });
    expect(await imports.keysOfRuns()).toEqual([]);
  }, 300_000);
});
