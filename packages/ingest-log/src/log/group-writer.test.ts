import { createGroupWriter } from './group-writer';

/** A group writer whose writes the test resolves. */
function recorder(maxSize = 100) {
  const groups: string[][] = [];
  type Errors = readonly (Error | null)[];
  const ends: { resolve: (errors?: Errors) => void; reject: (error: Error) => void }[] = [];
  const writer = createGroupWriter<string>({
    writeGroup: (items) =>
      new Promise((resolve, reject) => {
        groups.push([...items]);
        ends.push({ resolve, reject });
      }),
    sizeOf: (item) => item.length,
    maxSize,
  });
  return { writer, groups, ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('writes the items of one turn of the event loop together', async () => {
  const { writer, groups, ends } = recorder();
  const written = Promise.all(['a', 'b', 'c'].map((item) => writer.write(item)));
  await turn();
  expect(groups).toEqual([['a', 'b', 'c']]);
  ends[0]?.resolve();
  await written;
});

it('runs one write at a time, in order', async () => {
  const { writer, groups, ends } = recorder();
  const first = writer.write('a');
  await turn();
  const others = [writer.write('b'), writer.write('c')];
  await turn();
  expect(groups).toEqual([['a']]);
  ends[0]?.resolve();
  await first;
  await turn();
  expect(groups).toEqual([['a'], ['b', 'c']]);
  ends[1]?.resolve();
  await Promise.all(others);
});

it('rejects the items of a failed write, and writes later ones', async () => {
  const { writer, ends } = recorder();
  const failing = [writer.write('a'), writer.write('b')].map((write) =>
    write.catch((error: unknown) => String(error)),
  );
  await turn();
  const good = writer.write('c');
  ends[0]?.reject(new Error('lost'));
  expect(await Promise.all(failing)).toEqual(['Error: lost', 'Error: lost']);
  await turn();
  ends[1]?.resolve();
  await expect(good).resolves.toBeUndefined();
});

it('ends a group before it is too large, and writes a larger item alone', async () => {
  const { writer, groups, ends } = recorder(5);
  const writes = ['aaa', 'bb', 'c', 'dddddddd', 'e'].map((item) => writer.write(item));
  for (let group = 0; group < 4; group += 1) {
    await turn();
    ends[group]?.resolve();
    await turn();
  }
  await Promise.all(writes);
  expect(groups).toEqual([['aaa', 'bb'], ['c'], ['dddddddd'], ['e']]);
});

it('rejects only the items that were not written', async () => {
  const { writer, ends } = recorder();
  const writes = ['a', 'b', 'c'].map((item) => writer.write(item));
  const settled = Promise.allSettled(writes);
  await turn();
  ends[0]?.resolve([null, new Error('over its share'), null]);
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});
