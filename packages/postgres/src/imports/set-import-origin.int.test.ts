import { randomUUID } from 'node:crypto';
import { PROJECT, repositoryScene, USER } from '../test-support/repository-scene';
import { createImportRunRepository } from './import-run-repository';
import { LostImportError } from './lost-import-error';

const scene = repositoryScene();

/** A claimed run of a source. */
async function claimed(sourceKey: string) {
  const runs = createImportRunRepository(scene.database);
  const by = { source: 'csv', settings: {}, createdById: USER };
  const { id } = await runs.create(PROJECT, { ...by, sourceKey });
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
  await scene.database.db.updateTable('import_runs').set({ origin: null }).execute();
  const after = await claimed('/c');
  expect(await after.setOrigin('project x')).toBe('/c');
  await after.finish();
});
