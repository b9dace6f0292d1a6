import { HogQLError } from '../errors';
import { compileHogQL } from './compile-hogql';
import { compileContext } from './testing/context';

describe('clauses that are refused', () => {
  it.each([
    ['select a from numbers(2) array join [1]', 'ARRAY JOIN arrays must have an alias'],
    ['select number from numbers(2) limit 1 with ties', 'WITH TIES needs ORDER BY'],
    ['select number from numbers(2) limit 101 %', 'LIMIT in per cent'],
    ['select count() over v from numbers(2) window w as (order by number)', 'Unknown window: v'],
    ['select * exclude (numbre) from numbers(2)', 'Did you mean: number?'],
    ["select columns('x') from numbers(2)", "No column matches 'x'"],
    ["select columns('(') from numbers(2)", 'is no regular expression'],
    ['select count() from numbers(2) sample 0.5', 'SAMPLE needs a table with distinct ids'],
    ['select count() from events sample 2', 'between 0 and 1'],
    ['with recursive r as (select n from r) select n from r', 'needs a first part'],
    [
      'with recursive r as (select 1 as n union select n from r) select n from r',
      'only be joined by UNION ALL',
    ],
    [
      'select a.number from numbers(1) a right asof join numbers(1) b on a.number = b.number',
      'RIGHT ASOF JOIN is not supported',
    ],
    ['select a.number from numbers(1) a left semi join numbers(1) b', 'needs ON or USING'],
    ['select <Sparklines/> from numbers(1)', 'Unknown tag: Sparklines. Did you mean: Sparkline?'],
    ["select <b class='x'/> from numbers(1)", 'Tag b has no attribute class'],
    ["select <a href='javascript:x'/> from numbers(1)", 'A link must start with http'],
    ['select <a>x</b>', 'Opening and closing HogQLX tags must match. Got a and b'],
    ["select <a children='x'>y</a>", "both children and a 'children' attribute"],
    ['select <a', "Expected an attribute, '>' or '/>', found the end of the query"],
    ['select <a>x', "Expected '</a>', found the end of the query"],
    ['select f(columns(a)) from numbers(1)', 'Unsupported function call'],
    ['select count(columns(number)) from numbers(1)', 'can stand in the SELECT list only'],
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
