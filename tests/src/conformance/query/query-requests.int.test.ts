import { waitUntil } from '@tidemark/testing';
import type { KeyPlace, QueryAccessCase } from './access';
import { badCredentials, queryAccess } from './access';
import { refreshes, sameQueries } from './refresh';
import { streams } from './streams';
import { queryScene } from '../test-support/query-scene';

const scene = queryScene();
const { queryPath, hogql } = scene;

describe('responses in formats for rows', () => {
  const open = (query: string, { accept, format }: { accept?: string; format?: string }) =>
    fetch(
      `${scene.product.url}${queryPath('berlin')}${format === undefined ? '' : `?format=${format}`}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.api.key}`,
          'content-type': 'application/json',
          ...(accept !== undefined && { accept }),
        },
        body: JSON.stringify({ query: { kind: 'HogQLQuery', query } }),
      },
    );

  it.each(streams)('%s as %j', async (statement, how, type, text) => {
    const response = await open(statement, how);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).toBe(text);
  });

  it('have no row limit by default', async () => {
    const text = await (await open('select number from numbers(20000)', { format: 'csv' })).text();
    expect(text.split('\r\n')).toHaveLength(20_002);
  });

  it('report errors as JSON', async () => {
    const response = await open('select nope from events', { format: 'csv' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'hogql_query_error' });
  });
});

describe('the query log', () => {
  it('finds a query by its id, only in its own project', async () => {
    const more = { client_query_id: 'logged', name: 'for the log' };
    const { headers } = await hogql('utc', 'select count() from events', more);
    expect(headers.get('x-posthog-query-bytes-read')).toMatch(/^\d+$/);
    const { body } = await scene.api.get(`${queryPath('utc')}logged/log/`);
    const { columns, results } = body as { columns: string[]; results: unknown[][] };
    expect(results).toHaveLength(1);
    expect(results[0]?.[columns.indexOf('hogql_name')]).toBe('for the log');
    const list = await scene.api.get(`${queryPath('utc')}log/?query_id=logged`);
    expect(list.body).toMatchObject({ count: 1, results: [{ status: 'finished' }] });
    const elsewhere = await scene.api.get(`${queryPath('berlin')}logged/log/`);
    expect(elsewhere.body).toMatchObject({ results: [] });
  });
});

describe('pages of SQL', () => {
  it('continue with the next cursor and end', async () => {
    const query = 'select number from numbers(25)';
    const seen: unknown[] = [];
    let more: object = { page_size: 10 };
    for (let pages = 0; pages < 3; pages += 1) {
      const body = (await hogql('utc', query, more)).body as {
        results: unknown[][];
        nextCursor: string | null;
      };
      seen.push(...body.results.flat());
      more = { cursor: body.nextCursor };
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => n));
    expect(more).toEqual({ cursor: null });
  });
});

describe('credentials', () => {
  const send = (
    method: string,
    path: string,
    key: string | null,
    place: KeyPlace,
  ): Promise<Response> => {
    const url = new URL(path, scene.product.url);
    if (place === 'query string') url.searchParams.set('personal_api_key', key ?? '');
    const body = {
      query: { kind: 'HogQLQuery', query: 'select 1' },
      ...(place === 'body' && { personal_api_key: key }),
    };
    return fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(place === 'header' && key !== null && { authorization: `Bearer ${key}` }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
  };

  it.each(queryAccess)('%s', async (...row) => {
    const [, { scopes, scopedTo, place = 'header' }, { method = 'POST', path }, status, detail] =
      row as unknown as QueryAccessCase;
    const own = String(scene.projects.utc.id);
    const made = await scene.api.post('/api/personal_api_keys/', {
      label: 'conformance',
      scopes,
      ...(scopedTo && { scoped_teams: [scene.projects[scopedTo === 'own' ? 'utc' : 'berlin'].id] }),
    });
    const { value } = made.body as { value: string };
    const response = await send(method, `/api/projects/${path.replace('{id}', own)}`, value, place);
    expect(response.status).toBe(status);
    if (detail === undefined) return;
    const body = (await response.json()) as { detail: string };
    expect(body.detail).toContain(detail.replace('{id}', own));
  });

  it.each(badCredentials)('%s in the %s', async (value, place, code, detail) => {
    const key = value === '{{project token}}' ? scene.projects.utc.token : value;
    const response = await send('POST', queryPath('utc'), key, place);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({
      type: 'authentication_error',
      code,
      detail,
      attr: null,
    });
  });
});

describe('refresh', () => {
  const ask = async (query: object, refresh: string | null = null) => {
    const response = await scene.api.post(queryPath('utc'), {
      query,
      ...(refresh !== null && { refresh }),
    });
    expect(response.status).toBe(200);
    return response.body as Record<string, unknown>;
  };

  it.each(refreshes)('%s', async (_, query, requests) => {
    for (const [refresh, expected] of requests) {
      const body = await ask(query, refresh);
      expect({ refresh, body }).toMatchObject({ refresh, body: expected });
    }
  });

  it.each(sameQueries)('%s', async (_, one, two, same) => {
    const [first, second] = [await ask(one), await ask(two)];
    expect(second['is_cached']).toBe(same);
    expect(second['cache_key'] === first['cache_key']).toBe(same);
  });

  it('a result of a background run is returned to later requests', async () => {
    const query = { kind: 'HogQLQuery', query: 'select 9200' };
    const { query_status } = (await ask(query, 'force_async')) as { query_status: { id: string } };
    await waitUntil(async () => {
      const { body } = await scene.api.get(`${queryPath('utc')}${query_status.id}/`);
      expect(body).toMatchObject({
        query_status: { complete: true, error: false, results: { results: [[9200]] } },
      });
    });
    expect(await ask(query)).toMatchObject({ is_cached: true, results: [[9200]] });
  });

  it('finishes all runs of a project that starts more than may run at the same time', async () => {
    const slow = (n: number) => `select count(), ${n} from numbers(20000000) where number % 7 = 3`;
    const start = async (n: number, id: string) => {
      const body = { query: { kind: 'HogQLQuery', query: slow(n) }, refresh: 'force_async' };
      const response = await scene.api.post(queryPath('utc'), { ...body, client_query_id: id });
      return (response.body as { query_status: { id: string } }).query_status.id;
    };
    const ids = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => start(n, `many-${n}`)));
    expect(ids).toEqual(ids.map((_, n) => `many-${n}`));
    for (const id of ids) {
      await waitUntil(async () => {
        const { body } = await scene.api.get(`${queryPath('utc')}${id}/`);
        expect(body).toMatchObject({ query_status: { complete: true, error: false } });
      });
    }
  });
});
