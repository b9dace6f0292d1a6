import type { Caller, RunWorld } from './world';
import { slow, sql, startRunWorld, until } from './world';

/**
 * Clients that wait for the same run: each id has its own status (`docs/wire/specification.md#client-query-id`,
 * `client_query_id`).
 */
let world: RunWorld;
let replica: Awaited<ReturnType<RunWorld['startReplica']>>;

beforeAll(async () => {
  world = await startRunWorld();
  world.startWorker();
  replica = await world.startReplica();
});
afterAll(() => world.stop());

interface Run {
  readonly [field: string]: unknown;
}
const statusOf = async (
  id: string,
  call: Caller = world.call,
): Promise<{ status: number; run: Run }> => {
  const { status, body } = await call('GET', `${id}/?show_progress=true`);
  return { status, run: (body['query_status'] ?? {}) as Run };
};
const codeOf = async (id: string, call?: Caller): Promise<number> =>
  (await statusOf(id, call)).status;
const engineHolds = (wanted: number) =>
  until(
    () => world.statementsInEngine(),
    (count) => count === wanted,
  );
const cancel = async (id: string, call: Caller = world.call): Promise<void> => {
  expect((await call('DELETE', `${id}/`)).status).toBe(204);
};

describe('in the background', () => {
  const start = (query: object, id: string, call: Caller = world.call) =>
    call('POST', '', { query, refresh: 'force_async', client_query_id: id });
  const startBoth = async (name: string): Promise<[string, string]> => {
    const ids: [string, string] = [`${name}-1`, `${name}-2`];
    for (const id of ids) {
      const call = id.endsWith('2') ? replica.call : world.call;
      const { body } = await start(slow(name), id, call);
      expect(body['query_status']).toMatchObject({ id, complete: false, task_id: null });
    }
    await engineHolds(1);
    return ids;
  };

  it('one run serves two ids', async () => {
    const query = sql("select sum(sipHash64(number, 'both')) from numbers(10000000)");
    await start(query, 'both-1');
    await start(query, 'both-2', replica.call);
    for (const id of ['both-1', 'both-2']) {
      const { run } = await until(
        () => statusOf(id),
        (seen) => seen.run['complete'] === true,
      );
      expect(run).toMatchObject({ id, error: false, task_id: expect.any(String) });
    }
    // The first id is reused for another query: the second one still shows the result it waited for.
    const before = (await statusOf('both-2')).run['results'];
    await start(sql('select 2'), 'both-1');
    expect((await statusOf('both-2')).run['results']).toEqual(before);
  });

  it.each([
    ['first', 0],
    ['second', 1],
  ])('cancelling the %s id does not cancel the run of the other', async (name, left) => {
    const ids = await startBoth(`leave-${name}`);
    const [gone = '', stays = ''] = left === 0 ? ids : [...ids].reverse();
    await cancel(gone);
    expect(await codeOf(gone)).toBe(404);
    const { status, run } = await until(
      () => statusOf(stays, replica.call),
      (seen) => Number((seen.run['query_progress'] as Run | null)?.['rows_read'] ?? 0) > 0,
    );
    expect([status, run['id'], run['complete']]).toEqual([200, stays, false]);
    expect(await world.statementsInEngine()).toBe(1);
    await cancel(stays, replica.call);
    expect(await world.statementsInEngine()).toBe(0);
    expect(await codeOf(stays)).toBe(404);
  });

  it('an id that was cancelled can join the run again', async () => {
    const [first, second] = await startBoth('back');
    await cancel(first);
    const again = await start(slow('back'), first);
    expect(again.body['query_status']).toMatchObject({ id: first, complete: false });
    await cancel(second);
    expect(await codeOf(first)).toBe(200);
    expect(await world.statementsInEngine()).toBe(1);
    // While its run continues, the id cannot be used for another query.
    const other = await start(sql('select 3'), first);
    expect(other.body['query_status']).toMatchObject({ id: first, complete: false });
    await cancel(first);
    expect(await world.statementsInEngine()).toBe(0);
  });
});

describe('while clients wait', () => {
  const ask = (name: string, id: string, call: Caller = world.call) =>
    call('POST', '', { query: slow(name), client_query_id: id });
  const isCancelled = { status: 400, body: { code: 'query_cancelled' } };

  it('each is found and cancelled by its own id', async () => {
    const [first, second] = [ask('wait', 'wait-1'), ask('wait', 'wait-2')];
    for (const id of ['wait-1', 'wait-2']) {
      const { run } = await until(
        () => statusOf(id, replica.call),
        ({ status }) => status === 200,
      );
      expect(run).toMatchObject({ id, complete: false, query_async: true, error: false });
    }
    await engineHolds(1);
    await cancel('wait-1');
    expect(await first).toMatchObject(isCancelled);
    expect([await codeOf('wait-1'), await codeOf('wait-2')]).toEqual([404, 200]);
    expect(await world.statementsInEngine()).toBe(1);
    await cancel('wait-2');
    expect(await second).toMatchObject(isCancelled);
    expect(await world.statementsInEngine()).toBe(0);
    expect(await codeOf('wait-2')).toBe(404);
  });

  it('another process can cancel them', async () => {
    const [first, second] = [ask('far', 'far-1'), ask('far', 'far-2')];
    await until(
      () => codeOf('far-2', replica.call),
      (status) => status === 200,
    );
    await engineHolds(1);
    await cancel('far-1', replica.call);
    expect(await first).toMatchObject(isCancelled);
    expect(await world.statementsInEngine()).toBe(1);
    await cancel('far-2', replica.call);
    expect(await second).toMatchObject(isCancelled);
    await engineHolds(0);
  });

  it('an id belongs to one query at a time', async () => {
    const waiting = ask('one', 'one');
    await until(
      () => codeOf('one'),
      (status) => status === 200,
    );
    for (const refresh of ['blocking', 'force_async']) {
      const other = { query: sql('select 5'), client_query_id: 'one', refresh };
      expect(await world.call('POST', '', other)).toMatchObject({
        status: 400,
        body: { code: 'query_already_running' },
      });
    }
    await cancel('one');
    expect(await waiting).toMatchObject(isCancelled);
  });

  it('the query of a killed process becomes a failed run, and is cancelled in the engine', async () => {
    const own = await world.startReplica();
    const waiting = ask('killed', 'killed', own.call).catch(() => 'hung up');
    await engineHolds(1);
    own.process.kill('SIGKILL');
    expect(await waiting).toBe('hung up');
    const { run } = await until(
      () => statusOf('killed'),
      (seen) => seen.run['complete'] === true,
    );
    expect(run).toMatchObject({ error: true, error_code: 'query_worker_lost' });
    await engineHolds(0);
  });
});
