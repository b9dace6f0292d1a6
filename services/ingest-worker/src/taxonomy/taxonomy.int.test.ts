import type { RunningService } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '..';
import type { Pipeline } from '../test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from '../test-support/pipeline';

let pipeline: Pipeline;
let worker: RunningService;
let team = 0;

beforeAll(async () => {
  const urls = await createIsolatedStores();
  pipeline = await openPipeline(urls);
  worker = await start(workerConfig(urls));
});
afterAll(async () => {
  await worker.stop();
  await pipeline.close();
});
beforeEach(() => {
  team += 1;
});

/** Sends events and waits until the project has `count` in all. */
async function ingest(
  count: number,
  ...given: readonly Parameters<typeof entryOf>[0][]
): Promise<void> {
  await pipeline.send(...given.map((entry) => entryOf({ team_id: team, ...entry })));
  await waitUntil(async () => {
    const sql = `SELECT count() FROM events PREWHERE team_id = ${team}`;
    expect(await pipeline.rows(sql)).toEqual([[count]]);
  });
}

const definitions = () =>
  pipeline.database.db
    .selectFrom('property_definitions')
    .select(['type', 'group_type_index', 'name', 'property_type', 'is_numerical'])
    .where('project_id', '=', team)
    .orderBy('name')
    .execute();

const events = () =>
  pipeline.database.db
    .selectFrom('event_definitions')
    .select(['name', 'last_seen_at', 'created_at'])
    .where('project_id', '=', team)
    .orderBy('name')
    .execute();

it('writes definitions of events and properties before their rows can be read', async () => {
  await ingest(
    2,
    { event: 'paid', properties: { amount: 5, gift: 'true', $set: { vip: true } } },
    {
      event: '$groupidentify',
      properties: { $group_type: 'company', $group_key: 'k', $group_set: { since: '2026-01-01' } },
    },
  );
  const none = { group_type_index: -1, is_numerical: false };
  expect(await definitions()).toEqual([
    { ...none, type: 1, name: 'amount', property_type: 'Numeric', is_numerical: true },
    { ...none, type: 1, name: 'gift', property_type: 'Boolean' },
    { ...none, type: 3, name: 'since', property_type: 'DateTime', group_type_index: 0 },
    { ...none, type: 2, name: 'vip', property_type: 'Boolean' },
  ]);
  const used = await pipeline.database.db
    .selectFrom('event_properties')
    .select(['event', 'property'])
    .where('project_id', '=', team)
    .orderBy('property')
    .execute();
  expect(used).toEqual([
    { event: 'paid', property: 'amount' },
    { event: 'paid', property: 'gift' },
  ]);
  const [group, paid] = await events();
  expect([group?.name, paid?.name]).toEqual(['$groupidentify', 'paid']);
  expect(paid?.last_seen_at).toEqual(paid?.created_at);
});

it('never changes a type, but sets a missing one', async () => {
  await ingest(1, { properties: { first: 1, later: null } });
  await ingest(2, { event: 'other', properties: { first: 'text', later: 'text' } });
  expect(await definitions()).toMatchObject([
    { name: 'first', property_type: 'Numeric' },
    { name: 'later', property_type: 'String' },
  ]);
});

it('stores events although definitions cannot be written, and defines them later', async () => {
  const rename = async (from: string, to: string) => {
    await pipeline.database.db.schema.alterTable(from).renameTo(to).execute();
  };
  await rename('event_properties', 'hidden_away');
  try {
    await ingest(1, { event: 'e', properties: { a: 1 } });
    expect(await definitions()).toEqual([]);
  } finally {
    await rename('hidden_away', 'event_properties');
  }
  await ingest(2, { event: 'e', properties: { a: 1 } });
  expect(await definitions()).toMatchObject([{ name: 'a', property_type: 'Numeric' }]);
  expect(await events()).toMatchObject([{ name: 'e' }]);
});
