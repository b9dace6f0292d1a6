import { randomUUID } from 'node:crypto';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { EventRow } from '@tidemark/domain';
import { createIsolatedClickHouse } from '@tidemark/testing';
import { encodeEvents, EVENT_COLUMNS } from './encode-events';

let clickhouse: ClickHouse;

beforeAll(async () => {
  clickhouse = await createIsolatedClickHouse();
});
afterAll(() => clickhouse.close());

const TIME = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function eventRow(number: number, properties: object, personProperties: object = {}): EventRow {
  return {
    uuid: randomUUID(),
    event: `event ${number}`,
    propertiesText: JSON.stringify(properties),
    properties: properties as EventRow['properties'],
    timestamp: TIME,
    teamId: 7,
    distinctId: `person ${number} ä`,
    elementsChain: 'a:text="x"',
    createdAt: TIME + 1,
    personId: randomUUID(),
    personCreatedAt: TIME + 2,
    personProperties: personProperties as EventRow['personProperties'],
    personMode: 'full',
    groups: ['g0', '', 'g2', '', ''],
    sessionId: 's',
    windowId: 'w',
    historicalMigration: number === 0,
  };
}

async function insert(rows: readonly EventRow[]): Promise<void> {
  await clickhouse.insertNative('events', encodeEvents(rows), { columns: EVENT_COLUMNS });
}

it('stores every column of a row', async () => {
  const row = eventRow(0, { a: 1, $os: 'Linux' }, { plan: 'pro' });
  await insert([row]);
  const { rows } = await clickhouse.query({
    name: 'row',
    sql: `SELECT uuid, event, properties_text, toJSONString(properties), toString(timestamp), team_id,
        distinct_id, elements_chain, toString(created_at), person_id, toString(person_created_at),
        toJSONString(person_properties), person_mode, $group_0, $group_1, $group_2, $session_id,
        $window_id, historical_migration, elements_chain_texts
      FROM events WHERE uuid = '${row.uuid}'`,
  });
  expect(rows).toEqual([
    [
      row.uuid,
      'event 0',
      '{"a":1,"$os":"Linux"}',
      '{"$os":"Linux","a":1}',
      '2026-01-02 03:04:05.678000',
      7,
      'person 0 ä',
      'a:text="x"',
      '2026-01-02 03:04:05.679000',
      row.personId,
      '2026-01-02 03:04:05.680',
      '{"plan":"pro"}',
      'full',
      'g0',
      '',
      'g2',
      's',
      'w',
      true,
      ['x'],
    ],
  ]);
});

it('stores rows with documents that the engine has to parse beside others', async () => {
  const documents = [
    { n: 0, plain: 'x' },
    { n: 1, mixed: [1, 'x', null, { k: true }], 'a.b': 1, day: '2024-01-01' },
    { n: 2, day: '2024-01-01T10:00:00Z', number: '12' },
    { n: 3, ...Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`path ${i}`, i])) },
    { n: 4, nested: [[1], [[2]]] },
    { n: 5, plain: 6 },
  ];
  const rows = documents.map((document, index) =>
    eventRow(index, document, index % 2 === 0 ? { mixed: [true, 'x'] } : { plan: 'free' }),
  );
  await insert(rows);
  const stored = await clickhouse.query({
    name: 'documents',
    sql: `SELECT toJSONString(properties), toJSONString(person_properties) FROM events
      WHERE uuid IN (${rows.map(({ uuid }) => `'${uuid}'`).join(', ')})
      ORDER BY properties.n::Int64`,
  });
  const texts = stored.rows.map((row) =>
    (row as string[]).map((text) => JSON.parse(text) as unknown),
  );
  expect(texts).toEqual(
    documents.map((document, index) => [
      document,
      // The engine makes text of booleans beside text.
      index % 2 === 0 ? { mixed: ['true', 'x'] } : { plan: 'free' },
    ]),
  );
});

it('stores text that is not well-formed', async () => {
  const row = eventRow(1, { text: 'a\ud83d', list: ['\udc00'] });
  await insert([row]);
  const { rows } = await clickhouse.query({
    name: 'text',
    sql: `SELECT toJSONString(properties) FROM events WHERE uuid = '${row.uuid}'`,
  });
  expect(rows).toEqual([['{"list":["\uFFFD"],"text":"a\uFFFD"}']]);
});
