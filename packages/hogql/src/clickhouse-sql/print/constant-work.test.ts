import { compileHogQL } from '../../compile/compile-hogql';
import { compileContext } from '../../compile/test-support/context';

const sqlOf = (source: string): string => compileHogQL(source, compileContext()).sql;

const heldBack = (source: string): number => sqlOf(source).match(/materialize\(/g)?.length ?? 0;

describe('work on constants', () => {
  it.each([
    ['select range(10)', 0],
    ["select splitByChar(',', 'a,b')[2]", 0],
    ['select arrayMap(x -> x + 1, [1, 2])', 0],
    ['select number in range(10) from numbers(3)', 0],
    ['select arrayMap(x -> x + 1, range(10))', 1],
    ["select repeat(repeat('a', 10), 10)", 1],
    ["select arrayMap(x -> repeat('a', x), [1, 2])", 1],
    // A call that reads rows runs under the time limit anyway.
    ['select arrayMap(x -> x + number, range(number)) from numbers(3)', 0],
    ['select length(arrayMap(x -> range(number), range(10))) from numbers(3)', 0],
  ])('%s: %i arguments are held back', (source, expected) => {
    expect(heldBack(source)).toBe(expected);
  });

  it('holds back calls after twenty single ones', () => {
    const many = Array.from({ length: 50 }, (_, n) => `length(range(${n}))`);
    expect(heldBack(`select ${many.join(', ')}`)).toBe(30);
  });

  it.each([
    ["select format('{}', repeat('a', 2))", /format\(\{p\d:String\}, materialize\(/],
    ["select arrayReduce('sum', range(3))", /arrayReduce\(\{p\d:String\}, materialize\(/],
    ["select splitByChar(',', repeat('a,', 3))", /splitByChar\(\{p\d:String\}, materialize\(/],
  ])('leaves the argument alone that must be a constant: %s', (source, part) => {
    expect(sqlOf(source)).toMatch(part);
  });
});
