import { printHogQL } from '@tidemark/hogql';
import { statement } from './template';
import type { Columns } from './with-columns';
import { withColumns } from './with-columns';

const rows = statement('SELECT a, b FROM t');
const made = (columns: Columns, wanted: readonly string[]): string =>
  printHogQL(withColumns(rows, ['a', 'b'], columns, wanted)).replaceAll(/\s+/g, ' ');

describe('columns computed from others', () => {
  it('are one SELECT further out than the columns they use', () => {
    const columns: Columns = [
      ['c', 'a + 1'],
      ['d', 'c * c'],
    ];
    expect(made(columns, ['d'])).toBe(
      'SELECT c * c AS d FROM (SELECT a + 1 AS c FROM (SELECT a, b FROM t))',
    );
  });

  it('become part of the one that uses them once', () => {
    const columns: Columns = [
      ['c', 'a + 1'],
      ['d', 'c * 2'],
      ['e', 'd * 3'],
    ];
    expect(made(columns, ['e'])).not.toContain('AS c');
  });

  it('do not, where they would be computed for every element of a list', () => {
    const columns: Columns = [
      ['c', 'a + 1'],
      ['d', 'arrayMap(x -> x + c, b)'],
    ];
    expect(made(columns, ['d'])).toContain('AS c');
  });

  it('do not, where the response needs them', () => {
    const columns: Columns = [
      ['c', 'a + 1'],
      ['d', 'c * 2'],
    ];
    expect(made(columns, ['c', 'd'])).toContain('AS c');
  });

  it('are left out when unused, and passed on no further than needed', () => {
    const columns: Columns = [
      ['unused', 'a + 1'],
      ['c', 'a + b'],
      ['d', 'c * c'],
    ];
    const sql = made(columns, ['a', 'd']);
    expect(sql).not.toContain('unused');
    expect(sql).toMatch(/^SELECT a, .* AS d FROM \(SELECT a, .* AS c FROM/);
  });

  it('are not the arguments of lambdas', () => {
    const columns: Columns = [
      ['c', 'a + 1'],
      ['d', 'arrayMap(c -> c + 1, b)'],
    ];
    expect(made(columns, ['d'])).not.toContain('AS c');
  });

  it('have the requested order', () => {
    expect(made([['c', 'a + 1']], ['c', 'b'])).toMatch(/^SELECT c, b FROM \(/);
  });
});
