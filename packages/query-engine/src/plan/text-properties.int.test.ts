import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import { beginTracking, saveNonText } from '@tidemark/postgres';
import type { Database } from '@tidemark/postgres';
import { createIsolatedClickHouse, createIsolatedDatabase } from '@tidemark/testing';
import { startRunWatch } from '../observe/run-watch';
import { buildResponse } from '../compute/build-response';
import { prepareQuery } from '../prepared-query';
import type { ProjectLookups } from './lookups';
import { createProjectLookups } from './lookups';

let clickhouse: ClickHouse;
let database: Database;
beforeAll(async () => {
  clickhouse = await createIsolatedClickHouse();
  database = await createIsolatedDatabase();
});
afterAll(() => Promise.all([clickhouse.close(), database.close()]));

const store = (teamId: number, properties: object): Promise<void> =>
  clickhouse.insertJsonEachRow('events', [
    {
      uuid: randomUUID(),
      event: 'e',
      properties_text: JSON.stringify(properties),
      timestamp: '2026-01-01 12:00:00',
      created_at: '2026-01-01 12:00:00',
      team_id: teamId,
      distinct_id: 'd',
      person_id: randomUUID(),
      person_created_at: '2026-01-01 12:00:00',
    },
  ]);

async function ask(id: number, changes: Partial<ProjectLookups> = {}): Promise<unknown> {
  const lookups = { ...createProjectLookups(database), ...changes };
  const now = new Date('2026-01-02T00:00:00Z');
  const request = {
    project: { id, timezone: 'UTC', weekStartDay: 0 },
    query: { kind: 'HogQLQuery' as const, query: 'SELECT properties.x FROM events ORDER BY 1' },
    queryId: randomUUID(),
    maxRows: 100,
  };
  const { results } = await buildResponse(
    { clickhouse, lookups, now: () => now },
    prepareQuery(request),
    {
      context: 'blocking',
      watch: startRunWatch(() => undefined, request, { by: 'blocking', startedAt: now }),
    },
  );
  return results;
}

it('runs again when another type arrived between lookup and reading', async () => {
  await beginTracking(database, 1, true);
  await store(1, { x: 'a' });
  const real = createProjectLookups(database).findValues;
  let asked = 0;
  const findValues: ProjectLookups['findValues'] = async (...of) => {
    const known = await real(...of);
    asked += 1;
    if (asked === 1) {
      await saveNonText(database, [{ projectId: 1, bag: 'event', name: 'x' }]);
      await store(1, { x: 7 });
    }
    return known;
  };
  expect(await ask(1, { findValues })).toEqual([['7'], ['a']]);
  expect(asked).toBe(2);
});

it('assumes no types in projects that were not tracked from their first event', async () => {
  await beginTracking(database, 2, false);
  // The first recorded state stays.
  await beginTracking(database, 2, true);
  for (const id of [2, 3]) {
    await store(id, { x: 5 });
    expect(await ask(id)).toEqual([['5']]);
  }
});

it('stops recording a project that has too many names', async () => {
  await beginTracking(database, 4, true);
  const names = Array.from({ length: 10_001 }, (_, i) => `n${i}`);
  const many = names.map((name) => ({ projectId: 4, bag: 'event' as const, name }));
  await saveNonText(database, many.slice(1));
  const { findValues } = createProjectLookups(database);
  expect(await findValues(4, ['n1', 'x'])).toEqual({
    isTracked: true,
    nonText: [{ bag: 'event', name: 'n1' }],
  });
  await saveNonText(database, many);
  expect(await findValues(4, ['n1'])).toEqual({ isTracked: false, nonText: [] });
  await saveNonText(database, many);
  await beginTracking(database, 4, true);
  expect(await findValues(4, ['n1'])).toEqual({ isTracked: false, nonText: [] });
});
