import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse } from '.';
import { createClickHouse } from '.';

/** The stored document has the exact text, and single properties are read with their types. */
describe('documents', () => {
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  });
  afterAll(() => clickhouse.close());

  let teams = 0;
  const store = async (document: string): Promise<number> => {
    teams += 1;
    const line = `{"uuid":"01900000-0000-7000-8000-000000000000","event":"e","timestamp":"2026-01-02 03:04:05.678","team_id":${teams},"distinct_id":"d","created_at":"2026-01-02 03:04:05","person_id":"01900000-0000-7000-8000-000000000000","person_created_at":"2026-01-02 03:04:05","person_properties":${document},"properties_text":${document}}`;
    await clickhouse.insertJsonEachRow('events', Buffer.from(line));
    return teams;
  };
  const read = async (team: number, expression: string): Promise<unknown> => {
    const { rows } = await clickhouse.query({
      name: 'read',
      sql: `SELECT ${expression} FROM events PREWHERE team_id = ${team}`,
    });
    return rows[0]![0];
  };

  const documents: [name: string, json: string][] = [
    [
      'text that looks like dates and numbers',
      '{"d":"2024-01-01","t":"2024-01-01T10:00:00.123Z","n":"123"}',
    ],
    ['a dotted key beside a nested one', '{"a.b":1,"a":{"b":2}}'],
    [
      'nulls and empty things',
      '{"n":null,"o":{},"l":[],"s":"","in":{"n":null},"ln":[null],"lo":[{}]}',
    ],
    [
      'numbers',
      '{"i":9007199254740991,"f":1.5,"e":1e+300,"t":1e-7,"neg":-9223372036854775808,"u":18446744073709551615}',
    ],
    [
      'odd keys',
      '{"":1,"a\\"b":2,"a`b":3,"höhe 🌊":4,"[0]":5,":String":6,"^a":7,"a%2Eb":8,"x\\ny":9,"__proto__":10}',
    ],
    ['mixed lists', '{"l":[1,"x",null,2.5,true,{"k":1},[1,[2]]]}'],
    ['depth', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
    [
      'many keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`k${i}`, i]))),
    ],
    ['a repeated key', '{"x":1,"x":2}'],
    ['escapes', '{"s":"a/b\\u0000c\\u2028\\t\\"q\\\\"}'],
  ];

  it.each(documents)('keeps the text of %s exactly', async (_, json) => {
    expect(await read(await store(json), 'properties_text')).toBe(json);
  });

  it('reads single properties with their types', async () => {
    const team = await store(
      '{"s":"2024-01-01","i":3,"f":1.5,"b":true,"l":["a",1],"o":{"k":"v"},"n":null,"e":"","a.b":"dotted","a":{"b":"nested"},"x`y":"tick"}',
    );
    const cast = (path: string): string => `CAST(properties.\`${path}\`, 'Nullable(String)')`;
    expect(
      await read(
        team,
        `[${['s', 'i', 'f', 'b', 'e', 'a%2Eb', 'a.b', 'x\\`y'].map(cast).join(', ')}]`,
      ),
    ).toEqual(['2024-01-01', '3', '1.5', 'true', '', 'dotted', 'nested', 'tick']);
    expect(await read(team, `[${['n', 'o', 'missing'].map(cast).join(', ')}]`)).toEqual([
      null,
      null,
      null,
    ]);
    expect(await read(team, 'toJSONString(properties.l)')).toBe('["a",1]');
    expect(await read(team, 'toJSONString(properties.^o)')).toBe('{"k":"v"}');
  });

  it('distinguishes a dotted key from a nested one when a whole JSON column is returned', async () => {
    const json = '{"a.b":1,"a":{"b":"2024-01-01"}}';
    expect(await read(await store(json), 'person_properties')).toEqual(JSON.parse(json));
  });

  it('stores values of different types under one name', async () => {
    const values = ['1', '"x"', '[1]', '{"y":1}', 'true', 'null', '1.5'];
    for (const value of values) {
      const team = await store(`{"v":${value}}`);
      expect(await read(team, 'properties_text')).toBe(`{"v":${value}}`);
    }
  });

  it('reads text and links of an elements chain without its escapes', async () => {
    const chain = String.raw`a.link:attr__href="/x"href="/x?q=\"1\""text="Say \"hi\"";div:attr_id="m\"n"nth-child="0"`;
    await clickhouse.insertJsonEachRow('events', [
      {
        uuid: '01900000-0000-7000-8000-000000000001',
        event: '$autocapture',
        timestamp: '2026-01-02 03:04:05',
        team_id: 9_999,
        distinct_id: 'd',
        elements_chain: chain,
        created_at: '2026-01-02 03:04:05',
        person_id: '01900000-0000-7000-8000-000000000000',
        person_created_at: '2026-01-02 03:04:05',
        person_properties: {},
        properties_text: {},
      },
    ]);
    expect(await read(9_999, 'elements_chain_href')).toBe('/x?q="1"');
    expect(await read(9_999, 'elements_chain_texts')).toEqual(['Say "hi"']);
    expect(await read(9_999, 'elements_chain_ids')).toEqual(['m"n']);
    expect(await read(9_999, 'elements_chain_elements')).toEqual(['a']);
  });
});
