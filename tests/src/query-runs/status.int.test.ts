import type { RunWorld } from './world';
import { slow, sql, startRunWorld, until } from './world';

/**
 * The status, progress and cancellation of queries that a worker runs (`docs/wire/query-runs.md#status` and
 * `docs/wire/query-runs.md#cancel`).
 */
let world: RunWorld;

beforeAll(async () => {
  world = await startRunWorld();
  world.startWorker();
});
afterAll(() => world.stop());

const startAsync = (query: object, id: string) =>
  world.call('POST', '', { query, refresh: 'force_async', client_query_id: id });

interface Run {
  readonly [field: string]: unknown;
}
const statusOf = async (id: string, more = ''): Promise<{ status: number; run: Run }> => {
  const { status, body } = await world.call('GET', `${id}/${more}`);
  return { status, run: (body['query_status'] ?? {}) as Run };
};
const finished = (id: string) =>
  until(
    () => statusOf(id),
    ({ run }) => run['complete'] === true,
  );

it('contains the whole response when the run is finished', async () => {
  const started = await startAsync(sql('select 41 + 1'), 'done');
  expect(started.status).toBe(200);
  expect(started.body).toEqual({ query_status: expect.objectContaining({ id: 'done' }) });
  const { status, run } = await finished('done');
  expect(status).toBe(200);
  expect(run).toMatchObject({
    complete: true,
    error: false,
    results: { results: [[42]] },
    pickup_time: expect.any(String),
    end_time: expect.any(String),
    query_progress: null,
  });
});

it('is a 200 with the error message for a failed run, as specified', async () => {
  await startAsync(sql('select nope from events'), 'mistake');
  const { status, run } = await finished('mistake');
  expect(status).toBe(200);
  expect(run).toMatchObject({
    complete: true,
    error: true,
    error_code: 'hogql_query_error',
    error_message: expect.stringContaining('nope'),
    results: null,
  });
});

it('shows and streams the progress; a cancel frees the engine', async () => {
  await startAsync(slow('progress'), 'long');
  const progressOf = ({ run }: { run: Run }): Record<string, number> =>
    (run['query_progress'] ?? {}) as Record<string, number>;
  const { status, run } = await until(
    () => statusOf('long', '?show_progress=true'),
    (seen) => (progressOf(seen)['rows_read'] ?? 0) > 0,
  );
  expect(status).toBe(200);
  expect(run).toMatchObject({ complete: false, error: false });
  expect(run['query_progress']).toEqual({
    bytes_read: expect.any(Number),
    rows_read: expect.any(Number),
    estimated_rows_total: expect.any(Number),
    time_elapsed: expect.any(Number),
    active_cpu_time: expect.any(Number),
  });
  expect((await statusOf('long')).run['query_progress']).toBeNull();
  expect((await statusOf('long', '?show_progress=1')).run['query_progress']).toBeNull();

  const events = world.call('GET', 'long/?show_progress=true', undefined, {
    accept: 'text/event-stream',
  });
  expect((await world.call('DELETE', 'long/')).status).toBe(204);
  expect(await world.statementsInEngine()).toBe(0);
  expect((await statusOf('long')).status).toBe(404);
  const { headers, text } = await events;
  expect(headers.get('content-type')).toBe('text/event-stream');
  expect(text).toContain('event: end\ndata: {"cancelled":true}');
});

it('cancels a query by its id while its client waits', async () => {
  const waiting = world.call('POST', '', { query: slow('wait'), client_query_id: 'waited' });
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  expect((await world.call('DELETE', 'waited/')).status).toBe(204);
  expect(await world.statementsInEngine()).toBe(0);
  expect(await waiting).toMatchObject({ status: 400, body: { code: 'query_cancelled' } });
});

it('cancels a query when its client disconnects', async () => {
  const client = new AbortController();
  const waiting = fetch(`${world.base}/api/projects/1/query/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: slow('hang-up') }),
    signal: client.signal,
  });
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  client.abort();
  await expect(waiting).rejects.toThrow();
  await until(
    () => world.statementsInEngine(),
    (count) => count === 0,
  );
});

it('handles many cancels at once, and keeps finished results', async () => {
  const ids = Array.from({ length: 12 }, (_, i) => `storm-${i}`);
  await Promise.all(ids.map((id) => startAsync(slow(id), id)));
  await until(
    () => world.statementsInEngine(),
    (count) => count > 0,
  );
  const responses = await Promise.all(
    [...ids, ...ids, ...ids, 'unknown', 'done'].map((id) => world.call('DELETE', `${id}/`)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  await until(
    () => world.statementsInEngine(),
    (count) => count === 0,
  );
  const after = await Promise.all(ids.map((id) => statusOf(id)));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([404]));
  expect((await statusOf('done')).status).toBe(200);
  // The worker can run another query.
  await startAsync(sql('select 1'), 'after-storm');
  expect((await finished('after-storm')).run['error']).toBe(false);
});
