import { createClient } from '@clickhouse/client';
import { post } from '../test-support/test-server';
import { INSERT_JSON, insertScene } from '../test-support/insert-scene';

const scene = insertScene((url) => createClient({ url, log: { level: 127 } }));
const { rows } = scene;

describe('data that looks like SQL', () => {
  const attack = "INSERT INTO t VALUES (99, 'injected')";
  const bodies: [name: string, body: string, expected: unknown[]][] = [
    [
      'pretty-printed JSON with blank lines',
      '{\n\n "a": 1,\n\n "s": "x"\n}\n\n{\n"a": 2, "s": "y"\n}',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    [
      'blank lines inside a string',
      `{"a":1,"s":"one\n\n${attack}"}`,
      [{ a: 1, s: `one\n\n${attack}` }],
    ],
    [
      'a JSON array over lines',
      '[\n\n{"a":1,"s":"x"},\n\n{"a":2,"s":"y"}\n\n]\n\n',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    ['leading blank lines', '\n\n\n{"a":1,"s":"x"}', [{ a: 1, s: 'x' }]],
    [
      'Windows line ends',
      '{"a":1,"s":"x"}\r\n\r\n{"a":2,"s":"y"}\r\n',
      [
        { a: 1, s: 'x' },
        { a: 2, s: 'y' },
      ],
    ],
    [
      'semicolons and quotes in values',
      '{"a":1,"s":"\'; DROP TABLE t; --"}',
      [{ a: 1, s: "'; DROP TABLE t; --" }],
    ],
  ];
  it.each(bodies)('%s', async (_, body, expected) => {
    const response = await post(scene.server, INSERT_JSON, body);
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await rows()).toEqual(expected);
  });

  it.each([
    [`{"a":1,"s":"x"}\n\n${attack}`],
    [`{"a":1,"s":"x"};\n${attack}`],
    [`{"a":1,"s":"x"}\n\n;${attack};`],
  ])('is never run: %j', async (body) => {
    for (const found of [
      await post(scene.server, INSERT_JSON, body),
      await post(scene.server, {}, `${INSERT_JSON.query}\n${body}`),
    ]) {
      expect(found.status).toBe(400);
    }
    expect(await rows()).not.toContainEqual({ a: 99, s: 'injected' });
  });

  it('CSV and TSV keep blank lines', async () => {
    await post(scene.server, { query: 'INSERT INTO t FORMAT CSV' }, `1,"one\n\n${attack}"\n`);
    await post(scene.server, { query: 'INSERT INTO t FORMAT TSV' }, `2\ttwo\n`);
    expect(await rows()).toEqual([
      { a: 1, s: `one\n\n${attack}` },
      { a: 2, s: 'two' },
    ]);
  });

  it('binary data passes unchanged', async () => {
    const everyByte = Buffer.from(Array.from({ length: 120 }, (_, index) => index));
    const row = Buffer.concat([Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, everyByte.length]), everyByte]);
    const response = await post(scene.server, { query: 'INSERT INTO t FORMAT RowBinary' }, row);
    expect(response.status).toBe(200);
    const result = await scene.client.query({
      query: 'SELECT hex(s) AS h FROM t',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ h: everyByte.toString('hex').toUpperCase() }]);
  });

  it('statement and binary data in one body', async () => {
    const head = Buffer.from('INSERT INTO `t` (a, s) FORMAT RowBinary\n');
    const row = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 3, 0x0a, 0x0a, 0x3b]);
    expect((await post(scene.server, {}, Buffer.concat([head, row]))).status).toBe(200);
    expect(await rows()).toEqual([{ a: 1, s: '\n\n;' }]);
  });
});
