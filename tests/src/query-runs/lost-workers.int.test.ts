import type { RunWorld } from './world';
import { slow, sql, startRunWorld, until } from './world';

/** A run must end even if its worker is killed during the query. */
let world: RunWorld;

beforeAll(async () => {
  world = await startRunWorld({ QUERY_INCOMPLETE_STATUS: 202 });
});
afterAll(() => world.stop());

const runOf = async (id: string): Promise<{ status: number; run: Record<string, unknown> }> => {
  const { status, body } = await world.call('GET', `${id}/`);
  return { status, run: (body['query_status'] ?? {}) as Record<string, unknown> };
};

it('is reported as failed if no worker takes over; the engine cancels it; the id can be used again', async () => {
  const json = { query: slow('lost'), refresh: 'force_async', client_query_id: 'lost' };
  const worker = world.startWorker();
  expect((await world.call('POST', '', json)).status).toBe(202);
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  worker.kill('SIGKILL');
  expect(await runOf('lost')).toMatchObject({ status: 202, run: { complete: false } });
  const { status, run } = await until(
    () => runOf('lost'),
    (seen) => seen.status !== 202,
  );
  expect(status).toBe(400);
  expect(run).toMatchObject({ complete: true, error: true, error_code: 'query_worker_lost' });
  expect(
    await until(
      () => world.statementsInEngine(),
      (count) => count === 0,
    ),
  ).toBe(0);

  const again = { ...json, query: sql('select 1') };
  expect((await world.call('POST', '', again)).status).toBe(202);
  const other = world.startWorker();
  const done = await until(
    () => runOf('lost'),
    (seen) => seen.status !== 202,
  );
  expect(done).toMatchObject({ status: 200, run: { results: { results: [[1]] } } });
  other.kill('SIGKILL');
});

it('is taken over by another worker', async () => {
  const first = world.startWorker();
  const json = { query: slow('taken'), refresh: 'force_async', client_query_id: 'taken' };
  await world.call('POST', '', json);
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  const { run: before } = await runOf('taken');
  world.startWorker();
  first.kill('SIGKILL');
  await until(
    () => runOf('taken'),
    ({ run }) => run['complete'] === false && run['pickup_time'] !== before['pickup_time'],
  );
  await until(
    () => world.statementsInEngine(),
    (count) => count === 1,
  );
  expect((await world.call('DELETE', 'taken/')).status).toBe(204);
  expect(await world.statementsInEngine()).toBe(0);
});
