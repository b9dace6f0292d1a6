import { HogQLError } from '../syntax/errors';
import { compileHogQL } from './compile-hogql';
import { compileContext } from './test-support/context';

describe('clauses that are rejected', () => {
  it.each([
    ['select a from numbers(2) array join [1]', 'ARRAY JOIN arrays must have an alias'],
    ['select number from numbers(2) limit 1 with ties', 'WITH TIES needs ORDER BY'],
    ['select number from numbers(2) limit 101 %', 'LIMIT in per cent'],
    ['select count() over v from numbers(2) window w as (order by number)', 'Unknown window: v'],
    ['select * exclude (numbre) from numbers(2)', 'Did you mean: number?'],
    ["select columns('x') from numbers(2)", "No column matches 'x'"],
    ["select columns('(') from numbers(2)", 'is not a valid regular expression'],
    ['select count() from numbers(2) sample 0.5', 'SAMPLE needs a table with distinct ids'],
    ['select count() from events sample 2', 'between 0 and 1'],
    ['with recursive r as (select n from r) select n from r', 'needs a first part'],
    [
      'with recursive r as (select 1 as n union select n from r) select n from r',
      'only be joined by UNION ALL',
    ],
    ['select a.number from numbers(1) a natural join (select 1 as x) b', 'both sides have'],
    ['select a.number from numbers(1) a join numbers(2) b using (x)', 'field: x'],
    [
      'select a.number from numbers(1) a join (numbers(1) b join numbers(1) c on a.number = 1) on a.number = b.number',
      'Unable to resolve field: a',
    ],
    ['select a.x from (numbers(1) b join numbers(1) c) join numbers(1) a on true', 'needs ON'],
    ['select column1 from (values (1), (2, 3))', 'same number of values'],
    ['select column1 from (values ())', 'at least one'],
    ['select column1 from (values (event))', 'Unable to resolve field: event'],
    ['select column3 from (values (1, 2))', 'Unable to resolve field: column3'],
    ["select event from events order by event collate 'xx'", "Unknown language 'xx'"],
    ["select event from events order by timestamp collate 'en'", 'COLLATE sorts text'],
    ["select groupArray(event order by event collate 'en') from events", 'Several directions'],
    ['select lag(event) ignore nulls over (order by uuid) from events', 'IGNORE NULLS is not'],
    ['select sum(1) respect nulls from events', 'RESPECT NULLS is not supported'],
    ['select lower(event) ignore nulls from events', 'is not an aggregation'],
    ['select a.number from numbers(1) a left semi join numbers(1) b', 'needs ON or USING'],
    ['select <Sparklines/> from numbers(1)', 'Unknown tag: Sparklines. Did you mean: Sparkline?'],
    ["select <b class='x'/> from numbers(1)", 'Tag b has no attribute class'],
    ["select <a href='javascript:x'/> from numbers(1)", 'A link must start with http'],
    ['select <a>x</b>', 'Opening and closing HogQLX tags must match. Got a and b'],
    ["select <a children='x'>y</a>", "both children and a 'children' attribute"],
    ['select <a', "Expected an attribute, '>' or '/>', found the end of the query"],
    ['select <a>x', "Expected '</a>', found the end of the query"],
    ['select f(columns(a)) from numbers(1)', 'Unsupported function call'],
    ['select count(columns(number)) from numbers(1)', 'are only supported in the SELECT list'],
    ['select x from numbers(1) as t(x, y)', '2 names are given'],
    [
      'select groupArray(number order by number desc, number) from numbers(1)',
      'Several directions',
    ],
  ])('%s', (source, message) => {
    const compile = (): unknown => compileHogQL(source, compileContext());
    expect(compile).toThrow(HogQLError);
    expect(compile).toThrow(message);
  });
});

describe('clauses without effect', () => {
  const warnings = (source: string): readonly string[] =>
    compileHogQL(source, compileContext()).warnings;

  it('reports that WITH TOTALS has no effect', () => {
    expect(warnings('select event, count() from events group by event with totals')).toEqual([
      'WITH TOTALS has no effect: WITH ROLLUP adds a row of totals.',
    ]);
    expect(warnings('select event, count() from events group by event with rollup')).toEqual([]);
  });
});
