import { insertToken } from './insert-token';

const record = (partition: number, id: string, index: number) => ({ partition, id, index });
const FIRST = record(1, '1767225600000-0', 0);

it('is the same for the same records', () => {
  expect(insertToken([FIRST, record(1, '1767225600000-0', 1)])).toBe(
    insertToken([{ ...FIRST }, record(1, '1767225600000-0', 1)]),
  );
});

it.each([
  ['another partition', [record(2, FIRST.id, 0)]],
  ['another entry', [record(1, '1767225600000-1', 0)]],
  ['another record of the entry', [record(1, FIRST.id, 1)]],
  ['one more', [FIRST, record(1, FIRST.id, 1)]],
  ['a place whose digits are the same in sequence', [record(11, '767225600000-0', 0)]],
  ['no records', []],
])('is another for %s', (_, records) => {
  expect(insertToken(records)).not.toBe(insertToken([FIRST]));
});
