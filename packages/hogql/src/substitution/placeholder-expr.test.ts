import { parseSelect } from '../syntax/parser';
import { printHogQL } from '../syntax/print';
import { replacePlaceholders } from './replace-placeholders';
import { referencedVariables, replaceVariables } from './replace-variables';

function filled(source: string, values: Record<string, unknown> = {}): string {
  return printHogQL(replacePlaceholders(parseSelect(source), values));
}

describe('expressions between braces', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['select {2 * 3 - 1}', {}, 'SELECT 5'],
    ["select {'plain'}", {}, "SELECT 'plain'"],
    ['select {[1, n]}', { n: 2 }, 'SELECT [1, 2]'],
    ["select {n > 5 ? 'big' : 'small'}", { n: 7 }, "SELECT 'big'"],
    ["select {n > 5 ? 'big' : 'small'}", { n: '5' }, "SELECT 'small'"],
    ["select {t = 'on' and not off ? 1 : 0}", { t: 'on', off: '' }, 'SELECT 1'],
    ['select {a ?? b}', { a: null, b: 4 }, 'SELECT 4'],
    ["select {upper(a) || '!'}", { a: 'hey' }, "SELECT 'HEY!'"],
    ["select {plan in ['pro', 'team']}", { plan: 'team' }, 'SELECT true'],
    ['select {1 / 0}', {}, 'SELECT NULL'],
    ['select {sql(distinct_id)} from events', {}, 'SELECT distinct_id FROM events'],
    ['select {sql(1 + 2)}', {}, 'SELECT 1 + 2'],
    ['select 1 from {sql(events)}', {}, 'SELECT 1 FROM events'],
    [
      'select 1 from events where {strict ? sql(event = {name}) : sql(1 = 1)}',
      { strict: true, name: 'x' },
      "SELECT 1 FROM events WHERE event = 'x'",
    ],
    ['with a as (select {1 + 1}) select * from a', {}, 'WITH a AS (SELECT 2) SELECT * FROM a'],
    ['select {never ? missing : 1}', { never: false }, 'SELECT 1'],
  ])('%s with %j', (source, values, expected) => {
    expect(filled(source, values)).toBe(expected);
  });

  it.each<[string, string]>([
    ['select {1 + missing}', 'Unresolved placeholder: {missing}'],
    ["select {1 + 'a'}", '+ in a placeholder takes two numbers'],
    ['select {now()}', 'A placeholder cannot calculate now()'],
    ['select {sql(1) + 1}', 'A placeholder cannot calculate sql(...) as a part of a value'],
    ['select {sql(1, 2)}', 'sql() in a placeholder takes one expression'],
    ['select {(select 1)}', 'A placeholder cannot calculate'],
    ['select {x -> x}', 'A placeholder cannot calculate'],
  ])('rejects %s', (source, message) => {
    expect(() => filled(source)).toThrow(message);
  });
});

describe('variables in expressions', () => {
  const source =
    'select 1 from events where {variables.a ? sql(event = {variables.b}) : sql(variables.c)}';

  it('are those in braces, not names of the statement', () => {
    expect(referencedVariables(parseSelect(source))).toEqual(['a', 'b']);
  });

  it('are filled in', () => {
    const values = new Map<string, unknown>([
      ['a', true],
      ['b', 'x'],
    ]);
    const statement = replaceVariables(parseSelect(source), values);
    expect(printHogQL(replacePlaceholders(statement, {}))).toBe(
      "SELECT 1 FROM events WHERE event = 'x'",
    );
  });

  it('must be given', () => {
    expect(() => replaceVariables(parseSelect(source), new Map([['a', 1]]))).toThrow(
      'Variable b is missing from query',
    );
  });
});
