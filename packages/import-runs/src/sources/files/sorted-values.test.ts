import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { SortLimits } from './sorted-values';
import { SortedValues } from './sorted-values';

const KEYS = ['', 'a', 'a b', 'a\tb', 'ab', 'b\n', 'ä', '😀', 'z'];

/** Adds 1 to 20 for each key, and returns what is found. */
async function found(limits: Partial<SortLimits>, keys: readonly string[] = KEYS) {
  const values = await SortedValues.create(limits);
  try {
    for (let count = 1; count <= 20; count += 1) {
      for (const key of KEYS) await values.add(key, { count, text: 'x\n\t"' });
    }
    await values.finish();
    const result = await values.find(keys);
    return Object.fromEntries(
      [...result].map(([key, own]) => [key, own.map((value) => (value as Value).count)]),
    );
  } finally {
    await values.close();
  }
}

interface Value {
  readonly count: number;
}

const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1);
const EXPECTED = Object.fromEntries(KEYS.map((key) => [key, NUMBERS]));

it.each<[string, Partial<SortLimits>]>([
  ['one file', {}],
  ['files of one value', { sortBytes: 1 }],
  ['two merges of files', { sortBytes: 200, mergedFiles: 3 }],
  ['a block for each value', { sortBytes: 300, blockBytes: 1 }],
  ['blocks of several keys', { sortBytes: 1_000, blockBytes: 2_000 }],
])('finds the values of all keys in their order: %s', async (_, limits) => {
  expect(await found(limits)).toEqual(EXPECTED);
});

it.each([1, 300, 100_000])(
  'finds nothing for other keys in blocks of %d bytes',
  async (blockBytes) => {
    expect(await found({ blockBytes }, ['0', 'a c', 'zz', 'b'])).toEqual({});
  },
);

it('leaves out further values of a key with too many', async () => {
  const { a = [] } = await found({ keyBytes: 100 }, ['a']);
  expect(a.length).toBeGreaterThan(0);
  expect(a.length).toBeLessThan(10);
});

it('leaves no files behind once they are sorted, also if the process is killed', async () => {
  const before = await folders();
  const values = await SortedValues.create();
  await values.add('a', 1);
  await values.finish();
  expect(await folders()).toEqual(before);
  expect(await values.find(['a'])).toEqual(new Map([['a', [1]]]));
  await values.close();
});

it('finds nothing without values, and removes its files', async () => {
  const before = await folders();
  const values = await SortedValues.create();
  expect(await folders()).toHaveLength(before.length + 1);
  await values.finish();
  expect(await values.find(['a'])).toEqual(new Map());
  await values.close();
  expect(await folders()).toEqual(before);
});

async function folders() {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith('tidemark-import-')).sort();
}
