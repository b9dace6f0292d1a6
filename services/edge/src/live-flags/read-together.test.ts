import { readTogether } from './read-together';

it('reads the keys of one turn together, by scope, each once', async () => {
  const reads: [number, readonly string[]][] = [];
  const read = readTogether(async (scope: number, keys: readonly string[]) => {
    reads.push([scope, keys]);
    await Promise.resolve();
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${scope}${key}`]));
  });
  const found = await Promise.all([read(1, 'a'), read(1, 'b'), read(2, 'a'), read(1, 'a')]);
  expect(found).toEqual(['1a', '1b', '2a', '1a']);
  expect(await read(1, 'missing')).toBeUndefined();
  expect(reads).toEqual([
    [1, ['a', 'b']],
    [2, ['a']],
    [1, ['missing']],
  ]);
});

it('splits a range that is too large for one read', async () => {
  const sizes: number[] = [];
  const read = readTogether(async (_: number, keys: readonly string[]) => {
    sizes.push(keys.length);
    await Promise.resolve();
    return new Map<string, string>();
  });
  await Promise.all(Array.from({ length: 1_200 }, (_, key) => read(1, String(key))));
  expect(sizes).toEqual([500, 500, 200]);
});

it('fails for all waiting callers, and reads again for later ones', async () => {
  let fails = true;
  const read = readTogether(async () => {
    await Promise.resolve();
    if (fails) throw new Error('unavailable');
    return new Map([['a', 1]]);
  });
  const both = await Promise.allSettled([read(1, 'a'), read(1, 'b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await read(1, 'a')).toBe(1);
});
