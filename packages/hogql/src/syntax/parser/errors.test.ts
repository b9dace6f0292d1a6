import { HogQLError } from '../errors';
import { parseExpr, parseSelect } from '.';

function failure(parse: (source: string) => unknown, source: string): HogQLError {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof HogQLError) return error;
    throw error;
  }
  throw new Error(`'${source}' was accepted`);
}

describe('syntax errors name the found and the expected token, and the position', () => {
  it.each([
    [
      'select n left array join [1, 2] as n',
      'Using ARRAY JOIN without a FROM clause is not permitted (line 1, column 10)',
      9,
      13,
    ],
    [
      'selec 1',
      "Expected SELECT or WITH, found 'selec'. Did you mean SELECT instead of 'selec'? (line 1, column 1)",
      0,
      5,
    ],
    ['', 'Expected SELECT or WITH, found the end of the query (line 1, column 1)', 0, 0],
    ['select', 'Expected an expression, found the end of the query (line 1, column 7)', 6, 6],
    [
      'select from events',
      'Expected a column between SELECT and FROM, found keyword from (line 1, column 8)',
      7,
      11,
    ],
    ['select 1\nfrom', 'Expected a table, found the end of the query (line 2, column 5)', 13, 13],
    ['select (1, 2', "Expected ',' or ')', found the end of the query (line 1, column 13)", 12, 12],
    ['select f(1', "Expected ',' or ')', found the end of the query (line 1, column 11)", 10, 10],
    [
      'select 1 from t where order by a',
      'Expected an expression, found keyword order (line 1, column 23)',
      22,
      27,
    ],
    [
      'select case when a then b',
      'Expected END after CASE, found the end of the query (line 1, column 26)',
      25,
      25,
    ],
    [
      'select 1; select 2',
      'trailing tokens after the query: expected the end of the query, found keyword select (line 1, column 11)',
      10,
      18,
    ],
    ["select 'abc", "This string is never closed: ' is missing (line 1, column 8)", 7, 11],
    [
      'select `abc',
      'This quoted identifier is never closed: ` is missing (line 1, column 8)',
      7,
      11,
    ],
    ['select 1 /* x', 'This comment is never closed: */ is missing (line 1, column 10)', 9, 13],
    [
      "select f'a{b}",
      "This template string is never closed: ' is missing (line 1, column 14)",
      13,
      13,
    ],
    [
      "select 'a\\qb'",
      "Unknown escape sequence '\\q': write '\\\\' for a backslash (line 1, column 10)",
      9,
      11,
    ],
    ['select a @ b', "Unexpected character '@' (U+0040) (line 1, column 10)", 9, 10],
    ['select a\u0000b', "Unexpected character '\u0000' (U+0000) (line 1, column 9)", 8, 9],
    [
      'select 1_000',
      "'1_000' is not a number: digits may not be followed directly by letters or '_' (line 1, column 8)",
      7,
      12,
    ],
    [
      'select 0o17',
      "'0o17' is not a number: digits may not be followed directly by letters or '_' (line 1, column 8)",
      7,
      11,
    ],
    [
      'select a as true',
      `"true" cannot be an alias or identifier, as it's a reserved keyword (line 1, column 13)`,
      12,
      16,
    ],
    [
      'select 1 as Team_Id',
      `"Team_Id" cannot be an alias or identifier, as it's a reserved keyword (line 1, column 13)`,
      12,
      19,
    ],
    [
      'with 1 as `team_id` select 1',
      `"team_id" cannot be an alias or identifier, as it's a reserved keyword (line 1, column 11)`,
      10,
      19,
    ],
    [
      'select 1 from t as null',
      'Expected a name after AS, found keyword null (line 1, column 20)',
      19,
      23,
    ],
    ["select a as ''", 'An alias must not be empty (line 1, column 13)', 12, 14],
    ["select a as 'x%'", "The alias 'x%' must not contain '%' (line 1, column 13)", 12, 16],
    ['select `a%b`', "The name 'a%b' must not contain '%' (line 1, column 8)", 7, 12],
    ['select `a\u0007`', 'A name must not contain control characters (line 1, column 8)', 7, 11],
    [
      'select 1 from t format JSON',
      'FORMAT is not allowed: results are always returned as JSON (line 1, column 17)',
      16,
      22,
    ],
    ["select 1 into outfile 'x'", 'INTO OUTFILE is not allowed (line 1, column 10)', 9, 13],
    [
      'select 1 from t for update',
      'FOR UPDATE is not allowed: queries only read (line 1, column 17)',
      16,
      19,
    ],
    [
      'select 1 limit 1 where a',
      'WHERE cannot stand here: clauses follow the order FROM, PREWHERE, WHERE, GROUP BY, HAVING, QUALIFY, WINDOW, ORDER BY, LIMIT, OFFSET, each once (line 1, column 18)',
      17,
      22,
    ],
  ])('%s', (source, message, start, end) => {
    const error = failure(parseSelect, source);
    expect({
      code: error.code,
      message: error.message,
      start: error.start,
      end: error.end,
    }).toEqual({
      code: 'hogql_syntax_error',
      message,
      start,
      end,
    });
  });

  it('points at the text after a complete expression', () => {
    expect(failure(parseExpr, 'a b').message).toBe(
      "trailing tokens after expression: expected the end of the query, found 'b' (line 1, column 3)",
    );
  });

  it.each([
    [
      'selec a from t',
      "Expected SELECT or WITH, found 'selec'. Did you mean SELECT instead of 'selec'?",
    ],
    ['select a form t', "found 't'. Did you mean FROM instead of 'form'?"],
    ['select a from t wher a = 1', "Did you mean WHERE instead of 'wher'?"],
    ['select a from t where b gruop by a', "found 'gruop'. Did you mean GROUP instead of 'gruop'?"],
    ['select a from t where b oder by a', "Did you mean ORDER instead of 'oder'?"],
    ['select a from t limt 3', "Did you mean LIMIT instead of 'limt'?"],
  ])('knows what was meant by %s', (source, message) => {
    expect(failure(parseSelect, source).message).toContain(message);
  });

  it.each([
    'insert into events values (1)',
    'delete from events',
    'form events select 1',
    'update events',
    'select a from t winter (1)',
  ])('suggests nothing for %s', (source) => {
    expect(failure(parseSelect, source).message).not.toContain('Did you mean');
  });

  it('does not repeat a long token in full', () => {
    expect(failure(parseExpr, `a ${'x'.repeat(500)}`).message.length).toBeLessThan(200);
  });
});

describe('constructs that are parsed but not supported', () => {
  it.each([
    ['select 1 settings max_threads = 1', 'SETTINGS', 9],
    ['select top 3 a from t', 'TOP', 7],
    ['select a from t natural cross join u', 'NATURAL CROSS JOIN', 16],
    ['select a from t natural asof join u', 'NATURAL ASOF JOIN', 16],
    ["select a from t pivot (sum(x) for y in ('a', 'b'))", 'PIVOT', 16],
    ['select a from t unpivot (v for n in (a, b))', 'UNPIVOT', 16],
    ['select a from t left all join u on 1', 'LEFT ALL JOIN', 16],
    ['with a using key (x) as (select 1) select 1', 'WITH ... USING KEY', 5],
    ['select 1 intersect by name select 2', 'INTERSECT BY NAME', 9],
    ['select 1 intersect all select 2', 'INTERSECT ALL', 9],
    ['{query}', 'A placeholder in place of a whole query', 0],
    ['select f(a) within group (order by b)', 'WITHIN GROUP', 12],
    ['select a.b(1)', 'A call of anything but a function name', 10],
    ["select date '2020-01-01'", 'A DATE literal', 7],
    ['select a ignore nulls', 'IGNORE NULLS', 9],
    ['select f(a := 1)', 'A named argument (:=)', 11],
    ['<b>x</b>', 'A HogQLX tag in place of a whole query', 0],
  ])('%s', (source, construct, start) => {
    const error = failure(parseSelect, source);
    expect(error.code).toBe('hogql_not_implemented');
    expect(error.message).toMatch(
      new RegExp(`^${escapeRegExp(construct)} is not supported \\(line 1,`),
    );
    expect(error.start).toBe(start);
  });

  it('names FINAL as forbidden rather than missing', () => {
    const error = failure(parseSelect, 'select a from t final');
    expect(error.code).toBe('hogql_query_error');
    expect(error.message).toContain('FINAL is not allowed');
  });
});

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
