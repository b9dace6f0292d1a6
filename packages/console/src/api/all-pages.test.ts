import { loadAllPages } from './all-pages';

/** Loads a list that counts `count` numbers and has `stored` of them. Returns the requested offsets, too. */
async function loadFrom(count: number, stored: number) {
  const offsets: number[] = [];
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation((path) => {
    const { searchParams } = new URL(path as string, 'http://server');
    const [limit = 0, offset = 0] = ['limit', 'offset'].map((key) => Number(searchParams.get(key)));
    offsets.push(offset);
    const results = Array.from({ length: stored }, (_, at) => at).slice(offset, offset + limit);
    return Promise.resolve(Response.json({ count, results }));
  });
  const all = await loadAllPages<number>('/api/list/?basic=true', new AbortController().signal);
  fetched.mockRestore();
  return { all, offsets };
}

it.each([
  ['no page', 0, 0, [0]],
  ['one page', 500, 500, [0]],
  ['several pages', 1_201, 1_201, [0, 500, 1_000]],
  ['a list that became shorter meanwhile', 900, 700, [0, 500, 700]],
])('loads %s', async (_name, count, stored, expected) => {
  const { all, offsets } = await loadFrom(count, stored);
  expect(all).toEqual(Array.from({ length: stored }, (_, at) => at));
  expect(offsets).toEqual(expected);
});
