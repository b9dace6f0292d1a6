import { ClickHouseQueryError } from '@tidemark/clickhouse';
import { createIsolatedClickHouse } from '@tidemark/testing';
import { compileHogQL } from '../compile/compile-hogql';
import { compileContext } from '../compile/test-support/context';
import { HOSTILE_STATEMENTS } from '../compile/test-support/hostile-statements';
import { HogQLError } from '../syntax/errors';
import {
  consoleRow,
  distinctIdRow,
  eventRow,
  groupRow,
  personRow,
  replayRow,
  sessionId,
  uuid,
} from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const SECRET = 'SECRET-of-project-2';
const MINE = 'value-of-project-1';

let warehouse: Warehouse;

/** Rows of both projects in one granule of every table, distinguished by the marker in every text. */
async function insertProject(teamId: number, marker: string): Promise<void> {
  const personId = uuid(3_000_000 + teamId);
  const properties = {
    secret: marker,
    p: marker,
    name: marker,
    $current_url: `https://x/${marker}`,
  };
  await warehouse.insert('events', [
    eventRow({
      teamId,
      event: marker,
      distinctId: marker,
      personId,
      properties,
      personProperties: properties,
      elementsChain: `a:href="${marker}"nth-child="1"nth-of-type="1"text="${marker}"`,
      group0: marker,
      // One id in both projects.
      sessionId: sessionId('2024-03-01 10:00:00'),
    }),
  ]);
  await warehouse.insert('person', [personRow({ id: personId, teamId, properties })]);
  const ids = [distinctIdRow({ distinctId: marker, personId, teamId })];
  await warehouse.insert('person_distinct_id', ids);
  await warehouse.insert('person_distinct_id_overrides', ids);
  await warehouse.insert('groups', [groupRow(0, marker, properties, teamId)]);
  await warehouse.insert('session_replay_events', [
    replayRow({
      session: 'shared',
      teamId,
      distinctId: marker,
      message: teamId,
      start: '2024-03-01 10:00:00',
      end: '2024-03-01 10:00:01',
      urls: [marker],
    }),
  ]);
  await warehouse.insert('log_entries', [
    consoleRow({ session: 'shared', teamId, message: marker, number: teamId }),
  ]);
}

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await insertProject(1, MINE);
  await insertProject(2, SECRET);
  for (const table of [
    'events',
    'person',
    'person_distinct_id',
    'groups',
    'session_replay_events',
    'raw_sessions',
    'log_entries',
  ]) {
    await warehouse.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
});

afterAll(() => warehouse.close());

/** The complete output of the engine for the statement: rows or error text. */
async function outcome(source: string): Promise<string> {
  try {
    const { sql, params } = compileHogQL(source, compileContext());
    return JSON.stringify(await warehouse.raw(sql, params));
  } catch (error) {
    if (error instanceof HogQLError || error instanceof ClickHouseQueryError) return error.message;
    throw error;
  }
}

describe('isolation of projects', () => {
  it('has both projects’ rows in the same tables', async () => {
    const rows = await warehouse.raw('SELECT distinct_id FROM events ORDER BY team_id');
    expect(rows.flat()).toEqual([MINE, SECRET]);
  });

  it.each(HOSTILE_STATEMENTS)('never shows the other project: %s', async (source) => {
    const said = await outcome(source);
    expect(said).not.toContain('SECRET');
    expect(said).not.toContain(uuid(3_000_002));
  });

  it.each([
    ['select distinct_id from events', MINE],
    ['select distinct_id from events where team_id = 1', MINE],
    ['select properties.p from persons', MINE],
    ['select distinct_id from person_distinct_ids', MINE],
    ['select distinct_id from person_distinct_id_overrides', MINE],
    ['select key from groups', MINE],
    ['select key from raw_groups', MINE],
    ['select group_key from system.groups', MINE],
    ['select properties.p from raw_persons', MINE],
    ['select distinct_id from raw_person_distinct_ids', MINE],
    ['select distinct_id from raw_person_distinct_id_overrides', MINE],
    ['select pdi.distinct_id from persons', MINE],
    ['select goe_0.properties.name from events', MINE],
    [`select distinct_id from events where person_id = '${uuid(3_000_001)}'`, MINE],
    ['select a.distinct_id from events a full join events b on a.uuid = b.uuid', MINE],
    ['select person.properties.p from events', MINE],
    ['select group_0.properties.name from events', MINE],
    ['select pdi.person.properties.p from events', MINE],
    ['select elements_chain_href from events', MINE],
    ['select distinct_id from session_replay_events', MINE],
    ['select first_url from session_replay_events group by first_url', MINE],
    ['select arrayJoin(all_urls) from session_replay_events', MINE],
    ['select person.properties.p from session_replay_events', MINE],
    ['select first_url from raw_session_replay_events', MINE],
    ['select person.properties.p from raw_session_replay_events', MINE],
    ['select message from log_entries', MINE],
    ['select message from console_logs_log_entries', MINE],
    ['select console_logs.message from session_replay_events', MINE],
    ['select console_logs.message from raw_session_replay_events', MINE],
    ['select distinct_id from sessions', MINE],
    ['select argMaxMerge(distinct_id) from raw_sessions', MINE],
    ['select session.distinct_id from events', MINE],
    ["select replaceAll($entry_current_url, 'https://x/', '') from sessions", MINE],
  ])('shows exactly the own rows: %s', async (source, expected) => {
    expect(await warehouse.rows(source)).toEqual([[expected]]);
  });

  it.each([
    'select count() from events where length(distinct_id) > 0',
    'select count() from (select distinct_id from events) where length(distinct_id) > 0',
    'select count() from events a join events b on a.uuid = b.uuid where length(b.distinct_id) > 0',
    'select count() from events where length(distinct_id) > 0 and person_id is not null',
    'select count() from person_distinct_ids where length(distinct_id) > 0',
    `select count() from events where length(distinct_id) > 0 and person_id = '${uuid(3_000_001)}'`,
    'select length(distinct_id) as n, count() from events group by n',
    'select count() from raw_session_replay_events where length(distinct_id) > 0',
    'select count() from log_entries where length(message) > 0',
  ])('holds by the guard alone, even if a conversion did throw: %s', async (source) => {
    const { sql, params } = compileHogQL(source, compileContext());
    const throwing = sql.replaceAll('length(', 'toInt64(');
    await expect(warehouse.raw(throwing, params)).rejects.toMatchObject({
      message: expect.stringContaining(MINE),
    });
    await expect(warehouse.raw(throwing, params)).rejects.not.toMatchObject({
      message: expect.stringContaining('SECRET'),
    });
  });

  it('leaves no trace of the other project in counts', async () => {
    const rows = await warehouse.rows(
      'select (select count() from events), (select count() from persons), (select count() from groups)',
    );
    expect(rows).toEqual([[1, 1, 1]]);
  });
});
