import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import type { Database, ProjectRepository } from '@tidemark/postgres';
import { bootstrap, createDatabase, createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { applyRetention } from './apply-retention';

const logger = createLogger('test', 'silent');
const NOW = new Date('2026-03-31T12:00:00.000Z');
const OTHER = 99;

let clickhouse: ClickHouse;
let database: Database;
let projects: ProjectRepository;
const forgotten: number[] = [];

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  database = createDatabase(urls.postgres, { poolSize: 2, logger });
  await bootstrap(database, { projectApiKey: 'phc_kept', personalApiKey: 'phx_kept' });
  projects = createProjectRepository(database);
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), database.close()]);
});

let count = 0;
/** An event and a recording at a time, in a session that began then. */
async function happened(at: string, team = 1): Promise<void> {
  count += 1;
  const tail = String(count).padStart(12, '0');
  const uuid = `00000000-0000-4000-8000-${tail}`;
  const began = Date.parse(`${at}Z`).toString(16).padStart(12, '0');
  const session = `${began.slice(0, 8)}-${began.slice(8)}-7000-8000-${tail}`;
  const timestamp = at.replace('T', ' ');
  const event = { uuid, event: 'seen', team_id: team, distinct_id: 'd', person_id: uuid };
  await clickhouse.insertJsonEachRow('events', [{ ...event, timestamp, $session_id: session }]);
  const recording = { team_id: team, session_id: session, message_id: uuid, distinct_id: 'd' };
  await clickhouse.insertJsonEachRow('session_replay_events', [
    { ...recording, min_first_timestamp: timestamp, max_last_timestamp: timestamp },
  ]);
}

const sweep = () =>
  applyRetention({
    listRetentions: () => projects.listRetentions(),
    clickhouse,
    topology: { kind: 'single' },
    forgetResults: (projectId) => Promise.resolve(void forgotten.push(projectId)),
    now: () => NOW,
    logger,
  });

async function days(table: string, column: string): Promise<unknown> {
  const { rows } = await clickhouse.query<[team: number, day: string]>({
    name: 'test',
    sql: `SELECT team_id, toString(toDate(${column})) AS day FROM ${table} ORDER BY team_id, day`,
  });
  return rows.map(([team, day]) => `${team}: ${day}`);
}
const events = () => days('events', 'timestamp');
const sessions = () => days('raw_sessions', 'session_timestamp');
const recordings = () => days('session_replay_events', 'min_first_timestamp');

const ALL = ['1: 2024-01-01', '1: 2026-02-28', '1: 2026-03-01', '1: 2026-03-31', '99: 2024-01-01'];

it('keeps everything by default', async () => {
  await happened('2024-01-01T00:00:00');
  await happened('2026-02-28T23:59:59');
  await happened('2026-03-01T00:00:00');
  await happened('2026-03-31T11:00:00');
  await happened('2024-01-01T00:00:00', OTHER);
  await sweep();
  expect([await events(), await sessions(), await recordings()]).toEqual([ALL, ALL, ALL]);
  expect(forgotten).toEqual([]);
});

it('removes events and sessions from before the days a project keeps, and nothing of others', async () => {
  await projects.update({ projectId: 1, userId: null }, { eventRetentionDays: 30 });
  await sweep();
  const kept = ['1: 2026-03-01', '1: 2026-03-31', '99: 2024-01-01'];
  expect([await events(), await sessions(), await recordings()]).toEqual([kept, kept, ALL]);
  expect(forgotten).toEqual([1]);

  // If there is nothing to remove, no table is rewritten and no stored response is deleted.
  await sweep();
  expect(forgotten).toEqual([1]);

  // Events that arrive with an old timestamp are removed by the next sweep.
  await happened('2025-12-24T18:00:00');
  await sweep();
  expect([await events(), await sessions()]).toEqual([kept, kept]);
});

it('removes recordings by days of their own', async () => {
  await projects.update(
    { projectId: 1, userId: null },
    { eventRetentionDays: null, recordingRetentionDays: 7 },
  );
  await sweep();
  expect(await recordings()).toEqual(['1: 2026-03-31', '99: 2024-01-01']);
  expect(await events()).toContain('1: 2026-03-01');
});
