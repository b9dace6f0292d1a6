import { createLogger } from '@tidemark/platform';
import { createIsolatedStores, propertyRuns } from '@tidemark/testing';
import fc from 'fast-check';
import type { ClickHouse } from '..';
import { BinaryWriter, createClickHouse, createJsonColumn, jsonColumn, writeNativeBlock } from '..';

let clickhouse: ClickHouse;

beforeAll(async () => {
  const { clickhouse: url } = await createIsolatedStores();
  clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  await clickhouse.command(`
    CREATE TABLE documents (n Int64, batch String, d JSON(max_dynamic_paths = 512))
    ENGINE = MergeTree ORDER BY (batch, n)`);
});
afterAll(() => clickhouse.close());

/** Numbers of the documents that a JSON column accepts, which are inserted from it. */
async function insertParsed(batch: string, documents: readonly object[]): Promise<number[]> {
  const column = createJsonColumn(512, documents.length);
  const accepted: number[] = [];
  documents.forEach((document, index) => {
    if (!column.accepts(document)) return;
    column.add(document);
    accepted.push(index);
  });
  if (accepted.length === 0) return [];
  const writer = new BinaryWriter();
  writeNativeBlock(writer, accepted.length, [
    { name: 'n', type: 'Int64', write: (target) => accepted.forEach((n) => target.int64(n)) },
    {
      name: 'batch',
      type: 'String',
      write: (target) => accepted.forEach(() => target.string(batch)),
    },
    jsonColumn('d', column),
  ]);
  await clickhouse.insertNative('documents', writer.bytes(), { columns: ['n', 'batch', 'd'] });
  return accepted;
}

/** Each in an insert of its own: the engine gives an empty array the type of another array in the same insert. */
async function insertTexts(
  batch: string,
  documents: readonly object[],
  numbers: readonly number[],
): Promise<void> {
  for (const n of numbers) {
    const line = `{"n":${n},"batch":"${batch}","d":${JSON.stringify(documents[n])}}`;
    await clickhouse.insertJsonEachRow('documents', Buffer.from(line));
  }
}

async function read(batch: string): Promise<readonly unknown[]> {
  const { rows } = await clickhouse.query({
    name: 'documents',
    sql: `SELECT n, toString(JSONAllPathsWithTypes(d)), toJSONString(d) FROM documents
      WHERE batch = '${batch}' ORDER BY n`,
  });
  return rows;
}

let batches = 0;

/** Expects that the documents are stored as the engine stores their text. Returns the accepted ones. */
async function expectEqual(documents: readonly object[]): Promise<readonly number[]> {
  batches += 1;
  const accepted = await insertParsed(`parsed ${batches}`, documents);
  await insertTexts(`text ${batches}`, documents, accepted);
  const stored = await read(`parsed ${batches}`);
  expect(stored).toHaveLength(accepted.length);
  expect(stored).toEqual(await read(`text ${batches}`));
  return accepted;
}

it('stores documents as the engine stores their text', async () => {
  const documents = [
    { a: 1, b: 'x', c: true, d: 2.5, e: null },
    { a: 'text', b: 0, c: [], d: -0, e: {} },
    { a: [1, null], b: ['x', 'ä🌊'], c: [true], d: [1, 2.5], e: [null] },
    { a: { b: { c: 1 } }, 'a.b': 2, 'a%2Eb': 3, '': 4, 'höhe 🌊': 5 },
    { a: [{ k: 1 }, { k: 'x', l: [{ m: [{ o: 1 }] }] }], b: [[1], [2, 3]], c: [[{ k: 1 }], []] },
    { a: 2 ** 53 + 2, b: 1_234_567 * 10 ** 12 + 2 ** 20, c: -(2 ** 62), d: 1e300, e: 1e-300 },
    { b: [2 ** 62, 0.5], c: [[], []], d: '2024-01-01', e: '12' },
    {},
    { a: 'x'.repeat(100_000), b: 'a\0b', c: [''], d: [{}, {}] },
    JSON.parse('{"__proto__": 1, "constructor": {"name": "x"}}') as object,
  ];
  expect(await expectEqual(documents)).toHaveLength(documents.length);
});

it('does not accept a value whose type only the engine can find', async () => {
  const documents = [
    { a: [1, 'x'] },
    { a: [true, 1] },
    { a: [[1], 2] },
    { a: [1, [2]] },
    { a: [[1], null] },
    { a: [null, { k: 1 }] },
    { a: [[null], [{ k: 1 }]] },
    { a: [[], [[1]]] },
    { a: [[[[[[[[[1]]]]]]]]] },
    { a: [{ b: [{ c: [{ d: [{ e: [{ f: 1 }] }] }] }] }] },
    { a: [{ b: [1, 'x'] }] },
  ];
  expect(await expectEqual(documents)).toEqual([]);
  expect(await expectEqual([{ b: 1 }, ...documents, { a: 1 }])).toEqual([0, documents.length + 1]);
});

it('does not accept more paths than the engine keeps apart', () => {
  const column = createJsonColumn(2, 1);
  for (const document of [{ a: 1, b: 2 }, { b: 'x' }, { c: 3 }, { a: 4 }]) {
    const isAccepted = column.accepts(document);
    expect(isAccepted).toBe(!('c' in document));
    if (isAccepted) column.add(document);
  }
  const deep = Array.from({ length: 100 }).reduce<object>((inner) => ({ k: inner }), { k: 1 });
  expect(column.accepts(deep)).toBe(false);
});

it('stores generated documents as the engine stores their text', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'a.b', 'a%2Eb', 'länge', '');
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.maxSafeInteger(),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => Math.abs(value) < 2 ** 63),
  );
  const value = fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar,
      fc.array(fc.string(), { maxLength: 3 }),
      fc.array(tie('object'), { maxLength: 3 }),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(value.object, { minLength: 1, maxLength: 12 }), async (documents) => {
      accepted += (await expectEqual(documents)).length;
    }),
    propertyRuns(12),
  );
  expect(accepted).toBeGreaterThan(40);
});
