import { rowsAsText } from './rows-as-text';

it('writes names and rows', () => {
  expect(
    rowsAsText(
      ['a', 'b'],
      [
        [1, 'x'],
        [null, true],
      ],
      true,
    ),
  ).toBe('a|b\n1|x\n(null)|true');
  expect(rowsAsText(['a'], [], true)).toBe('a');
});

it('cuts long objects, lists and their texts, not other texts', () => {
  const list = Array.from({ length: 400 }, (_, i) => i);
  const [, cut = ''] = rowsAsText(['a'], [[list]], true).split('\n');
  expect(cut).toBe(`${JSON.stringify(list).slice(0, 500)}...truncated`);
  expect(rowsAsText(['a'], [[JSON.stringify(list)]], true)).toBe(`a\n${cut}`);
  expect(rowsAsText(['a'], [[list]], false)).toBe(`a\n${JSON.stringify(list)}`);
  expect(rowsAsText(['a'], [['x'.repeat(600)]], true)).toBe(`a\n${'x'.repeat(600)}`);
});
