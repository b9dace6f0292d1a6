import { randomUUID } from 'node:crypto';
import type { NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { saveFlagCalls, saveFlagViews } from '@tidemark/postgres';
import { createIsolatedDatabase } from '@tidemark/testing';
import { entryOf } from '../test-support/pipeline';
import { createFlagCalls } from './flag-calls';

const NOW = new Date('2026-03-01T12:00:00Z');
let database: Database;
let writes = 0;

beforeAll(async () => {
  database = await createIsolatedDatabase();
  const id = randomUUID();
  await database.db.insertInto('organizations').values({ id, name: 'o', slug: id }).execute();
  await database.db
    .insertInto('projects')
    .values({ id: 1, uuid: randomUUID(), organization_id: id, name: 'p', api_token: 'phc_calls' })
    .execute();
  await database.db
    .insertInto('feature_flags')
    .values(['a', 'b'].map((key) => ({ project_id: 1, key, name: '', filters: '{}' })))
    .execute();
});
afterAll(() => database.close());
beforeEach(() => {
  writes = 0;
});

const worker = () =>
  createFlagCalls({
    save: (calls) => {
      writes += 1;
      return saveFlagCalls(database, calls);
    },
    saveViews: (views) => saveFlagViews(database, views),
    now: () => NOW,
    logger: createLogger('test', 'silent'),
  });

function called(flag: unknown, timestamp: string, name = '$feature_flag_called'): NormalizedEvent {
  const entry = entryOf({
    team_id: 1,
    event: name,
    distinct_id: 'u',
    timestamp,
    properties: { $feature_flag: flag, feature_flag: flag },
  });
  const read = normalizeEvent(entry, { anonymizeIps: false });
  if (read.kind !== 'event') throw new Error(read.warning?.type);
  return read.event;
}

async function lastCalls(): Promise<(string | null)[]> {
  const rows = await database.db
    .selectFrom('feature_flags')
    .select('last_called_at')
    .orderBy('key')
    .execute();
  return rows.map(({ last_called_at: at }) => at?.toISOString() ?? null);
}

it('keeps the latest call of each flag', async () => {
  const calls = worker();
  await calls.note([
    called('a', '2026-03-01T11:00:00Z'),
    called('a', '2026-03-01T10:00:00Z'),
    called('b', '2026-03-01T11:30:00Z', 'another event'),
    called(7, '2026-03-01T11:00:00Z'),
    called('nobody knows it', '2026-03-01T11:00:00Z'),
  ]);
  expect(await lastCalls()).toEqual(['2026-03-01T11:00:00.000Z', null]);
  await calls.note([called('a', '2026-03-01T09:00:00Z'), called('b', '2026-03-01T09:00:00Z')]);
  expect(await lastCalls()).toEqual(['2026-03-01T11:00:00.000Z', '2026-03-01T09:00:00.000Z']);
});

it('writes a flag once a minute, and no call with a time in the future', async () => {
  const calls = worker();
  await calls.note([called('a', '2026-03-01T11:50:00Z')]);
  await calls.note([called('a', '2026-03-01T11:50:30Z')]);
  expect(writes).toBe(1);
  await calls.note([called('a', '2026-03-01T18:00:00Z')]);
  expect((await lastCalls())[0]).toBe(NOW.toISOString());
});

it('does not reject while Postgres is unavailable', async () => {
  const broken = createFlagCalls({
    save: () => Promise.reject(new Error('unavailable')),
    saveViews: () => Promise.reject(new Error('unavailable')),
    now: () => NOW,
    logger: createLogger('test', 'silent'),
  });
  await expect(broken.note([called('a', '2026-03-01T11:59:00Z')])).resolves.toBeUndefined();
});

it('records the flags whose feature was seen', async () => {
  const seen = (name: string) => called('b', '2026-03-01T11:00:00Z', name);
  const flagCalls = worker();
  const enriched = () =>
    database.db
      .selectFrom('feature_flags')
      .select(['key', 'has_enriched_analytics as seen'])
      .orderBy('key')
      .execute();
  await flagCalls.note([seen('$feature_interaction')]);
  expect(await enriched()).toEqual([
    { key: 'a', seen: false },
    { key: 'b', seen: false },
  ]);
  await flagCalls.note([seen('$feature_view'), seen('$feature_view')]);
  expect(await enriched()).toEqual([
    { key: 'a', seen: false },
    { key: 'b', seen: true },
  ]);
  expect(writes).toBe(0);
});
