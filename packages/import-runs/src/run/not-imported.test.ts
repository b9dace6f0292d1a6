import type { JsonObject } from '@tidemark/importers';
import type { DefinitionSource } from '../sources/source';
import { ImportDeniedError } from '../sources/source';
import { leftBehind } from './not-imported';

async function listed(objects: readonly JsonObject[] | Error): Promise<JsonObject[]> {
  async function* list(): AsyncGenerator<JsonObject> {
    await Promise.resolve();
    if (objects instanceof Error) throw objects;
    yield* objects;
  }
  const source = { list } as unknown as DefinitionSource;
  const found: JsonObject[] = [];
  const { signal } = new AbortController();
  for await (const object of leftBehind(source, 'alerts/', signal)) found.push(object);
  return found;
}

it('lists the names of resources that still have an effect, without other data', async () => {
  expect(
    await listed([
      { id: 1, name: 'Orders fell', subscribed_users: ['ann@example.com'] },
      { id: 2, title: 'Weekly', target_value: 'ann@example.com' },
      { id: 3, title: 'Deleted', deleted: true },
      { id: 4, model_name: 'FeatureFlag', executed_at: '2026-01-01T00:00:00Z' },
      { id: 5, model_name: 'FeatureFlag', executed_at: null },
      { id: 6 },
    ]),
  ).toEqual([
    { id: 1, name: 'Orders fell' },
    { id: 2, name: 'Weekly' },
    { id: 5, name: 'FeatureFlag' },
    { id: 6, name: '' },
  ]);
});

it('is empty for a key that may not read it, and fails for any other reason', async () => {
  expect(await listed(new ImportDeniedError('403'))).toEqual([]);
  await expect(listed(new Error('lost'))).rejects.toThrow('lost');
});
