import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const LIST = '/api/projects/1/ingestion_rules/';
const drop = {
  name: 'Noise',
  kind: 'drop',
  conditions: [{ field: 'event', value: 'noise' }],
};
const redact = { name: 'Mails', kind: 'redact', config: { detectors: ['email'] } };

describe('ingestion rules', () => {
  let api: TestApi;
  let keyless: TestApi;
  let clickhouse: ReturnType<typeof createClickHouse>;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('t', 'fatal') });
    api = await startTestApi(urls, { INGESTION_RULES_KEY: 'a key that is long enough for hashes' });
    keyless = await startTestApi(urls);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), keyless.stop()]);
    await clickhouse.close();
  });
  afterEach(async () => {
    const { body } = await api.call('GET', LIST);
    for (const { id } of body.results) await api.call('DELETE', `${LIST}${id}/`);
  });

  const create = async (json: object) => (await api.call('POST', LIST, { json })).body;
  const names = async () => {
    const { body } = await api.call('GET', LIST);
    return body.results.map(({ name, order, version }) => [name, order, version]);
  };

  it('are listed in their sequence, which can be changed', async () => {
    const first = await create(drop);
    const second = await create(redact);
    expect(first).toMatchObject({ enabled: true, order: 1, version: 1, config: {} });
    expect(await names()).toEqual([
      ['Noise', 1, 1],
      ['Mails', 2, 1],
    ]);
    const reorder = (ids: unknown[]) => api.call('POST', `${LIST}reorder/`, { json: { ids } });
    expect((await reorder([second.id, first.id])).status).toBe(200);
    expect(await names()).toEqual([
      ['Mails', 1, 2],
      ['Noise', 2, 2],
    ]);
    for (const ids of [[first.id], [first.id, first.id], [first.id, randomUUID()]]) {
      expect((await reorder(ids)).status).toBe(400);
    }
  });

  it('count their versions, and the activity log has what changed', async () => {
    const { id } = await create(drop);
    const path = `${LIST}${id}/`;
    const changed = await api.call('PATCH', path, { json: { enabled: false } });
    expect(changed.body).toMatchObject({ enabled: false, version: 2, name: 'Noise' });
    const same = await api.call('PATCH', path, { json: { enabled: false } });
    expect(same.body).toMatchObject({ version: 2 });
    const log = await api.call(
      'GET',
      `/api/projects/1/activity_log/?scope=IngestionRule&item_id=${id}`,
    );
    expect(log.body.results.map(({ activity }) => activity)).toEqual(['updated', 'created']);
    expect(log.body.results[0]).toMatchObject({
      detail: {
        changes: [
          { field: 'enabled', before: true, after: false },
          { field: 'version', before: 1, after: 2 },
        ],
      },
    });
  });

  it.each([
    [{ ...drop, conditions: [] }, 'conditions'],
    [{ ...drop, kind: 'nothing' }, 'kind'],
    [{ ...redact, config: {} }, 'config'],
    [{ ...redact, config: { detectors: ['phone'] } }, 'config__detectors__0'],
    [{ name: 'x', kind: 'sample', config: { rate: 2 } }, 'config__rate'],
    [{ ...drop, conditions: [{ field: 'property', value: 1 }] }, 'conditions__0__key'],
    [{ ...drop, conditions: [{ field: 'event' }] }, 'conditions__0__value'],
    [
      { ...drop, conditions: [{ field: 'event', operator: 'regex', value: '(' }] },
      'conditions__0__value',
    ],
    [
      { ...drop, conditions: [{ field: 'ip', operator: 'in_range', value: '10.0.0.0/99' }] },
      'conditions__0__value',
    ],
  ])('%j is rejected', async (json, attr) => {
    const { status, body } = await api.call('POST', LIST, { json });
    expect([status, body['attr']]).toEqual([400, attr]);
  });

  it('are rejected when a change would make them invalid', async () => {
    const { id } = await create(drop);
    const { status } = await api.call('PATCH', `${LIST}${id}/`, { json: { kind: 'redact' } });
    expect(status).toBe(400);
  });

  it('need the key of the installation when they redact', async () => {
    const { status, body } = await keyless.call('POST', LIST, { json: redact });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('INGESTION_RULES_KEY')]);
    expect((await keyless.call('POST', LIST, { json: drop })).status).toBe(201);
  });

  it('can be tried on the last events', async () => {
    const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
    const event = (name: string, properties: object, team = 1) => ({
      ...{ uuid: randomUUID(), team_id: team, event: name, distinct_id: 'd', timestamp: now },
      ...{ created_at: now, person_created_at: now, person_id: randomUUID() },
      properties_text: JSON.stringify(properties),
    });
    await clickhouse.insertJsonEachRow('events', [
      event('noise', {}),
      event('paid', { mail: 'ann@example.com' }),
      event('paid', { mail: null }),
      event('noise', {}, 2),
    ]);
    const rules = [
      drop,
      redact,
      { ...drop, name: 'Never', conditions: [{ field: 'event', value: 'never' }] },
    ];
    const { status, body } = await api.call('POST', `${LIST}dry_run/`, { json: { rules } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ events: 3, stored: 2, dropped: 1 },
      rules: [
        { name: 'Noise', matched: 1, dropped: 1, examples: [{ after: null }] },
        {
          ...{ name: 'Mails', matched: 2, changed: 1 },
          examples: [
            {
              before: { event: 'paid', properties: { mail: 'ann@example.com' } },
              after: { event: 'paid', properties: { mail: '[email]' } },
            },
          ],
        },
        { name: 'Never', matched: 0, examples: [] },
      ],
    });
    expect(await names()).toEqual([]);
  });

  it('can be tested only by users who may read events', async () => {
    const key = await api.keyWith(['ingestion_rule:write']);
    const tried = await api.call('POST', `${LIST}dry_run/`, { key, json: { rules: [drop] } });
    expect([tried.status, tried.body.detail]).toEqual([403, expect.stringContaining('query:read')]);
    expect((await api.call('GET', LIST, { key })).status).toBe(200);
    const reader = await api.keyWith(['ingestion_rule:read']);
    expect((await api.call('POST', LIST, { key: reader, json: drop })).status).toBe(403);
  });
});
