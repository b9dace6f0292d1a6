import { randomUUID } from 'node:crypto';
import { createIsolatedDatabase } from '@tidemark/testing';
import { bootstrap } from '../bootstrap';
import type { Database } from '../database';
import { migrate } from '../migrate';
import { createImportCommands } from './import-commands';
import type { ImportRunRepository } from './import-run-repository';
import { createImportRunRepository } from './import-run-repository';

const BY = { projectId: 1, userId: 1 };
const LEASE_MS = 60_000;
/** A lease that has already expired at the next statement. */
const NO_LEASE = -1;
const AT_ONCE = 12;

let database: Database;
let runs: ImportRunRepository;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
  runs = createImportRunRepository(database);
});
afterAll(() => database.close());
afterEach(() => database.db.deleteFrom('import_runs').execute());

const times = <T>(work: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
const start = (sourceKey: string) =>
  createImportCommands(database).start(BY, {
    ...{ source: 'posthog', sourceKey, settings: {}, seal: null, file: null },
  });
const create = (sourceKey: string) =>
  runs.create(BY.projectId, {
    ...{ source: 'csv', sourceKey, settings: {}, createdById: BY.userId },
  });

it('starts only one of many simultaneous imports, and continues a failed import only once', async () => {
  const started = await times((index) => start(`source ${index}`));
  const [run] = started.filter((one) => one !== null);
  expect(started.filter((one) => one !== null)).toHaveLength(1);

  const owner = randomUUID();
  await runs.claim(run?.id ?? '', owner, LEASE_MS);
  await runs.finish(run?.id ?? '', owner, { state: 'failed', error: 'e', reconciliation: null });
  const again = await times(() => start(run?.sourceKey ?? ''));
  expect(again.filter((one) => one !== null)).toMatchObject([{ id: run?.id, state: 'running' }]);
});

it('lets only one of many processes claim a run of a project at the same time', async () => {
  const made = await times((index) => create(`source ${index}`));
  const claims = await times((index) => runs.claim(made[index]?.id ?? '', randomUUID(), LEASE_MS));
  expect(claims.filter((claim) => claim === 'claimed')).toHaveLength(1);
  expect(claims.filter((claim) => claim === 'busy')).toHaveLength(AT_ONCE - 1);
});

it('removes the wait for a source when another process continues the run', async () => {
  const { id } = await create('a limited source');
  const [first, second] = [randomUUID(), randomUUID()];
  const until = new Date('2026-01-01T12:00:00Z');
  const waitsUntil = async () => (await runs.findById(BY.projectId, id))?.waitsUntil;
  await runs.claim(id, first, NO_LEASE);
  await runs.setWait(id, first, until);
  expect(await waitsUntil()).toEqual(until);

  await runs.claim(id, second, LEASE_MS);
  expect(await waitsUntil()).toBeNull();
  await runs.setWait(id, first, until);
  expect(await waitsUntil()).toBeNull();

  await runs.setWait(id, second, until);
  await runs.release(id, second);
  expect(await waitsUntil()).toBeNull();

  await runs.claim(id, first, LEASE_MS);
  await runs.setWait(id, first, until);
  await runs.finish(id, first, { state: 'failed', error: 'e', reconciliation: null });
  expect(await waitsUntil()).toBeNull();
});

it('does not start an import with the API while a command claims one', async () => {
  const made = await create('a source of the command line');
  const [claim, started] = await Promise.all([
    runs.claim(made.id, randomUUID(), LEASE_MS),
    start('another source'),
  ]);
  // Either may be first: a run that waits for a worker does not prevent the command from claiming its run.
  expect(claim).toBe('claimed');
  if (started !== null) {
    expect(await runs.claim(started.id, randomUUID(), LEASE_MS)).toBe('busy');
  }
  expect(await start('a third source')).toBeNull();
});

it('renews a lease that has ended, unless another run was claimed in the meantime', async () => {
  const [first, second] = [await create('first'), await create('second')];
  const owner = randomUUID();
  expect(await runs.claim(first.id, owner, NO_LEASE)).toBe('claimed');
  expect(await runs.renew(first.id, owner, NO_LEASE)).toBe('kept');
  expect(await runs.claim(second.id, randomUUID(), LEASE_MS)).toBe('claimed');
  expect(await runs.renew(first.id, owner, LEASE_MS)).toBe('lost');
});
