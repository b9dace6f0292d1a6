import { evaluateFormula } from './evaluate-formula';
import { parseFormula } from './parse-formula';

const of = (source: string): number =>
  evaluateFormula(parseFormula(source, 2, 'formula'), (index) => [7, -3][index] ?? 0);

it.each([
  ['a + B', 4],
  ['A % 4', 3],
  ['B % 5', 2],
  ['A % B', -2],
  ['A % 0', 0],
  ['A / 0', 0],
  ['-A ** 2', -49],
  ['2 ** 3 ** 2', 512],
  ['(A - 1) / 3', 2],
])('%s is %d', (source, expected) => {
  expect(of(source)).toBe(expected);
});

it.each(['AVG(A)', 'A = B', 'A +', '(A', 'C', 'A B'])('rejects %s', (source) => {
  expect(() => of(source)).toThrow(`Formula '${source}'`);
});

it.each(['sum(A)', 'A == B', 'AB', 'A(B)', '2 A'])(
  'says that %s is more than arithmetic',
  (source) => {
    expect(() => of(source)).toThrow('only arithmetic');
  },
);
