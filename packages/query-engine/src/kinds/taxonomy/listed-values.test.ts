import { listedValues } from './listed-values';

it.each<[string, string[]]>([
  ['Chrome', ['Chrome']],
  ['["a","b c"]', ['a', 'b c']],
  ['[1,[true,{"x":2}]]', ['1', 'true', '{"x":2}']],
  ['[not a list', ['[not a list']],
  ['', ['']],
])('%s', (text, expected) => {
  expect(listedValues(text)).toEqual(expected);
});
