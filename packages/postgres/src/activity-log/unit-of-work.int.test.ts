import { createIsolatedDatabase } from '@tidemark/testing';
import { bootstrap } from '../bootstrap';
import type { Database } from '../database';
import { createSavedViewRepository } from '../saved-views/saved-view-repository';
import type { Reader, ResourceDatabase, Writer } from './unit-of-work';

/** Whether a type has a method of this name. */
type Has<T, Name extends string> = Name extends keyof T ? true : false;

const BY = { projectId: 1, userId: 1 };
const VIEW = { name: 'buyers', query: 'SELECT 1', columns: [] };
let database: Database;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
});
afterAll(() => database.close());

it('does not compile if a change is outside of a unit of work, or a transaction inside of one', () => {
  const writesInRepository: Has<ResourceDatabase['db'], 'updateTable'> = false;
  const readsInRepository: Has<Reader, 'selectFrom'> = true;
  const transactionInUnit: Has<Writer, 'transaction'> = false;
  expect([writesInRepository, readsInRepository, transactionInUnit]).toEqual([false, true, false]);
});

it('commits a change together with its log entry', async () => {
  const views = createSavedViewRepository(database);
  const view = await views.create(BY, VIEW);
  expect(await views.create(BY, VIEW)).toBeNull();
  expect(await views.update(BY, view?.id ?? '', { name: 'customers' })).toMatchObject({
    name: 'customers',
  });
  expect(await views.update(BY, view?.id ?? '', { name: 'customers' })).not.toBeNull();
  expect(await views.delete(BY, view?.id ?? '')).toBe(true);
  expect(await views.delete(BY, view?.id ?? '')).toBe(false);
  expect(await activities()).toEqual(['created', 'updated', 'deleted']);
});

it('commits neither if the work fails', async () => {
  const failing = database.record(async (db) => {
    await db
      .updateTable('projects')
      .set({ name: 'Half done' })
      .where('id', '=', BY.projectId)
      .execute();
    throw new Error('stopped');
  });
  await expect(failing).rejects.toThrow('stopped');
  const project = await database.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', BY.projectId)
    .executeTakeFirstOrThrow();
  expect(project.name).not.toBe('Half done');
  expect(await activities()).toHaveLength(3);
});

async function activities(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('activity_log')
    .select('activity')
    .orderBy('created_at')
    .execute();
  return rows.map(({ activity }) => activity);
}
