import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database, PersonErasures } from '@tidemark/postgres';
import {
  bootstrap,
  createDatabase,
  createErasureRewrites,
  createPersonEditor,
  createPersonErasures,
  eraseDeliveries,
  recordDeliveries,
} from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { eraseDeletedPersons } from './erase-deleted-persons';

const logger = createLogger('test', 'silent');
const DAY_MS = 24 * 3_600_000;
const PROJECT = 7;
const AUTHOR = { projectId: PROJECT, userId: 1 };
const person = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const session = (n: number): string => `0190c6f8-3c26-7000-8000-00000000000${n}`;

let clickhouse: ClickHouse;
let database: Database;
let erasures: PersonErasures;
const forgotten: number[] = [];

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await bootstrap(database, { projectApiKey: 'phc_erasures', personalApiKey: 'phx_erasures' });
  const first = await database.db
    .selectFrom('projects')
    .select('organization_id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('projects')
    .values({ ...first, id: PROJECT, uuid: person(7), name: 'Erased', api_token: 'phc_erased' })
    .execute();
  erasures = createPersonErasures(database);
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});

async function storePerson(n: number, distinctIds: readonly string[]): Promise<void> {
  const keys = { project_id: PROJECT, version: 1 };
  const created_at = new Date(0);
  await database.db
    .insertInto('persons')
    .values({ ...keys, id: person(n), properties: '{"secret":1}', created_at })
    .execute();
  for (const distinct_id of distinctIds) {
    const row = { ...keys, distinct_id, person_id: person(n) };
    await database.db.insertInto('person_distinct_ids').values(row).execute();
  }
  await clickhouse.insertJsonEachRow('person', [
    { id: person(n), team_id: PROJECT, version: 1, properties_text: '{"secret":1}' },
  ]);
}

let count = 0;
async function storeEvent(
  distinctId: string,
  more: { readonly team?: number; readonly session?: number; readonly capturedAt?: Date } = {},
): Promise<void> {
  count += 1;
  const capturedAt = more.capturedAt ?? new Date(Date.now() - 60_000);
  await clickhouse.insertJsonEachRow('events', [
    {
      uuid: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
      event: '$pageview',
      team_id: more.team ?? PROJECT,
      distinct_id: distinctId,
      person_id: person(1),
      timestamp: '2026-03-01 00:00:00.000000',
      created_at: capturedAt.toISOString().replace('T', ' ').replace('Z', ''),
      $session_id: session(more.session ?? 1),
    },
  ]);
}

const sweep = (now = new Date()) =>
  eraseDeletedPersons({
    erasures,
    clickhouse,
    topology: { kind: 'single' },
    rewrites: createErasureRewrites(database, () => now),
    forget: (projectId) => Promise.resolve(void forgotten.push(projectId)),
    removeDeliveries: (projectId, persons) => eraseDeliveries(database, projectId, persons),
    now: () => now,
    logger,
  });

async function rows(sql: string): Promise<readonly (readonly unknown[])[]> {
  return (await clickhouse.query({ name: 'test', sql })).rows;
}
const events = () =>
  rows('SELECT team_id, distinct_id FROM events ORDER BY team_id, distinct_id, created_at');
const sessions = () =>
  rows(`SELECT team_id, toString(session_id_v7), uniqExactMerge(pageview_uniq) FROM raw_sessions
    GROUP BY team_id, session_id_v7 ORDER BY team_id, session_id_v7`);

it('removes rows of deleted persons, their events and sessions, and nothing of others', async () => {
  await storePerson(1, ['ann', 'ann-phone']);
  await storePerson(2, ['bob']);
  await storeEvent('ann');
  await storeEvent('ann-phone', { session: 2 });
  await storeEvent('bob');
  await storeEvent('ann', { team: 8 });
  const reach = { events: true, recordings: true, keepPersons: false };
  await createPersonEditor(database).delete(AUTHOR, [person(1)], reach);
  await storeEvent('ann', { session: 3, capturedAt: new Date(Date.now() + 60_000) });

  await sweep();
  // An event of a new person after the deletion, one of another person in a shared session, and one of another project.
  const left = [
    [7, 'ann'],
    [7, 'bob'],
    [8, 'ann'],
  ];
  expect((await events()).map(([team, id]) => [Number(team), id])).toEqual(left);
  const leftSessions = (await sessions()).map(([team, id, views]) => [
    Number(team),
    id,
    Number(views),
  ]);
  expect(leftSessions).toEqual([
    [7, session(1), 1],
    [7, session(3), 1],
    [8, session(1), 1],
  ]);
  expect(await rows('SELECT toString(id) FROM person')).toEqual([[person(2)]]);

  expect(forgotten).toEqual([PROJECT]);

  // Events in transit when the person was deleted are removed a day later; then the note is deleted.
  await storeEvent('ann');
  await sweep();
  expect(await events()).toHaveLength(4);
  await sweep(new Date(Date.now() + DAY_MS + 60_000));
  expect(await events()).toHaveLength(3);
  expect(await erasures.listDue(new Date(Date.now() + 10 * DAY_MS), 10)).toEqual([]);
});

it('removes past and pending deliveries of deleted persons', async () => {
  await storePerson(4, ['dan']);
  const delivery = (distinctId: string, n: number) => ({
    id: `00000000-0000-4000-9000-00000000000${n}`,
    projectId: PROJECT,
    destinationId: person(9),
    actionId: null,
    eventUuid: person(8),
    eventName: 'paid',
    distinctId,
    eventAt: new Date(),
  });
  await recordDeliveries(database, [delivery('dan', 1), delivery('eve', 2)]);
  const reach = { events: true, recordings: true, keepPersons: false };
  await createPersonEditor(database).delete(AUTHOR, [person(4)], reach);
  await sweep();
  const left = await database.db.selectFrom('deliveries').select('distinct_id').execute();
  expect(left).toEqual([{ distinct_id: 'eve' }]);
});

it('keeps events that were not to be deleted', async () => {
  await storePerson(3, ['cid']);
  await storeEvent('cid');
  const reach = { events: false, recordings: false, keepPersons: false };
  await createPersonEditor(database).delete(AUTHOR, [person(3)], reach);
  await sweep();
  expect(await rows(`SELECT count() FROM events WHERE distinct_id = 'cid'`)).toEqual([[1]]);
  expect(await rows(`SELECT count() FROM person WHERE id = '${person(3)}'`)).toEqual([[0]]);
});
