import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { waitUntil } from '@tidemark/testing';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

/** One test of every part of the running product: event → query → flag → action. */
describe('the thin path', () => {
  let project: SharedProject;
  let api: SharedProject['api'];
  const path = (rest: string): string => `/api/projects/${project.projectId}/${rest}`;

  beforeAll(async () => {
    project = await sharedProject('thin path');
    ({ api } = project);
  });

  const send = (to: string, body: object, headers: Record<string, string> = {}) =>
    fetch(project.url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const rows = (query: string, expected: unknown[][]) =>
    waitUntil(async () => expect(await api.hogql(project.projectId, query)).toEqual(expected));

  it('captures one event and makes it queryable', async () => {
    const uuid = randomUUID();
    const response = await send('/capture/', {
      api_key: project.projectApiKey,
      event: 'a1',
      distinct_id: 'user-a1',
      uuid,
      properties: { plan: 'pro', seats: 3, nested: { deep: [1, 2] } },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'Ok' });
    await rows(
      `SELECT uuid, distinct_id, properties.plan, properties.seats, properties.nested.deep FROM events WHERE event = 'a1'`,
      [[uuid, 'user-a1', 'pro', 3, '[1,2]']],
    );
  });

  it('captures a gzip batch', async () => {
    const batch = Array.from({ length: 50 }, (_, i) => ({
      event: 'a2',
      distinct_id: `user-${i % 5}`,
      properties: { i },
    }));
    const body = gzipSync(JSON.stringify({ api_key: project.projectApiKey, batch }));
    const response = await fetch(`${project.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    });
    expect(response.status).toBe(200);
    await rows(
      `SELECT count(), count(DISTINCT distinct_id), count(DISTINCT person_id) FROM events WHERE event = 'a2'`,
      [[50, 5, 5]],
    );
  });

  it('sets person properties with $set and $set_once', async () => {
    const event = (properties: object) =>
      send('/capture/', {
        api_key: project.projectApiKey,
        event: 'a3',
        distinct_id: 'user-a3',
        properties,
      });
    await event({ $set: { tier: 'free' }, $set_once: { first: 'x' } });
    await event({ $set: { tier: 'gold' }, $set_once: { first: 'y' } });
    await rows(
      `SELECT person.properties.tier, person.properties.first FROM events WHERE event = 'a3' ORDER BY timestamp, person.properties.tier`,
      [
        ['free', 'x'],
        ['gold', 'x'],
      ],
    );
    await rows(
      `SELECT p.properties.tier, p.properties.first, p.is_identified FROM persons AS p JOIN person_distinct_ids AS d ON d.person_id = p.id WHERE d.distinct_id = 'user-a3'`,
      [['gold', 'x', false]],
    );
  });

  it('merges an anonymous id on $identify, also for stored events', async () => {
    const event = (name: string, distinctId: string, properties: object = {}) =>
      send('/capture/', {
        api_key: project.projectApiKey,
        event: name,
        distinct_id: distinctId,
        properties,
      });
    await event('a4', 'anon-a4');
    await event('a4', 'user-a4');
    await rows(`SELECT count(DISTINCT person_id) FROM events WHERE event = 'a4'`, [[2]]);
    await event('$identify', 'user-a4', { $anon_distinct_id: 'anon-a4' });
    await rows(`SELECT count(DISTINCT person_id), count() FROM events WHERE event = 'a4'`, [
      [1, 2],
    ]);
    await event('$create_alias', 'user-a4', { alias: 'old-a4' });
    await event('a4', 'old-a4');
    await rows(`SELECT count(DISTINCT person_id), count() FROM events WHERE event = 'a4'`, [
      [1, 3],
    ]);
  });

  it('evaluates new flags immediately', async () => {
    const create = await api.post(path('feature_flags/'), {
      key: 'beta',
      filters: {
        groups: [
          {
            properties: [{ key: 'email', type: 'person', operator: 'icontains', value: '@ex' }],
            rollout_percentage: 100,
          },
        ],
        payloads: { true: '{"a":1}' },
      },
    });
    expect(create.status).toBe(201);
    const experiment = await api.post(path('feature_flags/'), {
      key: 'checkout-layout',
      filters: {
        groups: [{ properties: [], rollout_percentage: 100 }],
        multivariate: {
          variants: [
            { key: 'control', rollout_percentage: 50 },
            { key: 'test', rollout_percentage: 50 },
          ],
        },
      },
    });
    expect(experiment.status).toBe(201);
    await waitUntil(async () => {
      const response = await send('/decide?v=3', {
        api_key: project.projectApiKey,
        distinct_id: 'user-61',
        person_properties: { email: 'a@ex.com' },
      });
      expect(response.status).toBe(200);
      // hash("checkout-layout.user-61variant") is 0.5698, above the 0.5 of the first variant.
      expect(await response.json()).toMatchObject({
        featureFlags: { beta: true, 'checkout-layout': 'test' },
        featureFlagPayloads: { beta: '{"a":1}' },
        errorsWhileComputingFlags: false,
      });
    });
    const v2 = await send('/flags/?v=2', {
      api_key: project.projectApiKey,
      distinct_id: 'user-61',
    });
    expect(await v2.json()).toMatchObject({
      flags: {
        beta: {
          enabled: false,
          variant: null,
          reason: {
            code: 'no_condition_match',
            condition_index: 0,
            description: 'No matching condition set',
          },
        },
        'checkout-layout': {
          enabled: true,
          variant: 'test',
          reason: { code: 'condition_match', condition_index: 0 },
          metadata: { version: 1, payload: null },
        },
      },
    });
  });

  it('uses stored person properties that the request does not contain', async () => {
    await send('/capture/', {
      api_key: project.projectApiKey,
      event: 'a6',
      distinct_id: 'stored-a6',
      properties: { $set: { email: 'stored@ex.com' } },
    });
    await waitUntil(async () => {
      const response = await send('/flags/?v=2', {
        api_key: project.projectApiKey,
        distinct_id: 'stored-a6',
      });
      expect(await response.json()).toMatchObject({ flags: { beta: { enabled: true } } });
    });
  });

  it('saves an action and counts the events that it matches', async () => {
    const visit = (url: string, properties: object = {}) =>
      send('/capture/', {
        api_key: project.projectApiKey,
        event: '$pageview',
        distinct_id: 'visitor',
        properties: { $current_url: url, ...properties },
      });
    await visit('https://x/pricing', { plan: 'pro' });
    await visit('https://x/pricing', { plan: 'free' });
    await visit('https://x/docs', { plan: 'pro' });
    const created = await api.post(path('actions/'), {
      name: 'Pricing for pros',
      steps: [
        {
          event: '$pageview',
          url: '/pricing',
          properties: [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }],
        },
      ],
    });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: number };
    await rows(`SELECT count() FROM events WHERE event = '$pageview'`, [[3]]);
    await rows(`SELECT count() FROM events WHERE matchesAction(${id})`, [[1]]);
    await rows(`SELECT count() FROM events WHERE matchesAction('Pricing for pros')`, [[1]]);

    expect((await api.delete(path(`actions/${id}/`))).status).toBe(405);
    const deleted = await api.patch(path(`actions/${id}/`), { deleted: true });
    expect(deleted.body).toMatchObject({ id, deleted: true });
    expect((await api.get(path('actions/'))).body).toMatchObject({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
  });

  it('runs a query in the background until it finishes or is cancelled', async () => {
    const start = (query: string, id: string) =>
      api.post(path('query/'), {
        query: { kind: 'HogQLQuery', query },
        refresh: 'force_async',
        client_query_id: id,
      });
    expect((await start('SELECT 41 + 1', 'quick')).body).toMatchObject({
      query_status: { id: 'quick', team_id: project.projectId, complete: false, query_async: true },
    });
    await waitUntil(async () => {
      expect((await api.get(path('query/quick/'))).body).toMatchObject({
        query_status: { complete: true, error: false, results: { results: [[42]] } },
      });
    });
    await start('SELECT count() FROM numbers(100000000000) WHERE number % 7 = 3', 'slow');
    await waitUntil(async () => {
      const result = await api.get(path('query/slow/'));
      expect(result.body).toMatchObject({
        query_status: { complete: false, pickup_time: expect.any(String) },
      });
    });
    expect((await api.delete(path('query/slow/'))).status).toBe(204);
    expect((await api.get(path('query/slow/'))).status).toBe(404);
  });
});
