import { randomUUID } from 'node:crypto';
import { createIsolatedDatabase } from '@tidemark/testing';
import { bootstrap } from '../bootstrap';
import type { Database } from '../database';
import { migrate } from '../migrate';
import type { ImportRunRepository } from './import-run-repository';
import { createImportRunRepository } from './import-run-repository';
import { LostImportError } from './lost-import-error';

let database: Database;
let runs: ImportRunRepository;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  await migrate(database);
  await bootstrap(database, { projectApiKey: 'phc_a', personalApiKey: 'phx_a' });
  runs = createImportRunRepository(database);
});
afterAll(() => database.close());

/** A claimed run of a source. */
async function claimed(sourceKey: string) {
  const { id } = await runs.create(1, { source: 'csv', sourceKey, settings: {}, createdById: 1 });
  const owner = randomUUID();
  expect(await runs.claim(id, owner, 60_000)).toBe('claimed');
  const end = { state: 'completed', error: null, reconciliation: null } as const;
  return {
    setOrigin: (origin: string) => runs.setOrigin(id, owner, origin),
    begin: () => runs.advance(id, owner, { phase: 'events', cursor: null }),
    finish: () => runs.finish(id, owner, end),
  };
}

it('keeps the origin that the first run of the source got', async () => {
  const first = await claimed('/a');
  expect(await first.setOrigin('project x')).toBe('project x');
  expect(await first.setOrigin('project y')).toBe('project x');
  await first.begin();
  await first.finish();
  const second = await claimed('/a');
  expect(await second.setOrigin('project y')).toBe('project x');
  await second.finish();
  const other = await claimed('/b');
  expect(await other.setOrigin('project y')).toBe('project y');
  await other.finish();
  await expect(other.setOrigin('project y')).rejects.toThrow(LostImportError);
});

it('continues runs of earlier versions, which have no origin, with their source key', async () => {
  const before = await claimed('/c');
  await before.begin();
  expect(await before.setOrigin('project x')).toBe('/c');
  await before.finish();
  await database.db.updateTable('import_runs').set({ origin: null }).execute();
  const after = await claimed('/c');
  expect(await after.setOrigin('project x')).toBe('/c');
  await after.finish();
});
