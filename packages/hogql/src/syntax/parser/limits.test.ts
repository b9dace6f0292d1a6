import * as fc from 'fast-check';
import { HogQLError } from '../errors';
import { parseExpr, parseOrderExpr, parseSelect } from '.';

/** The message of a syntax error; other errors are thrown again. */
function messageOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(HogQLError);
    return (error as HogQLError).message;
  }
}

const nested: readonly (readonly [string, (depth: number) => string])[] = [
  ['parentheses', (n) => `${'('.repeat(n)}1${')'.repeat(n)}`],
  ['open parentheses', (n) => '('.repeat(n)],
  ['arrays', (n) => `${'['.repeat(n)}1${']'.repeat(n)}`],
  ['braces', (n) => `${'{'.repeat(n)}a${'}'.repeat(n)}`],
  ['calls', (n) => `${'f('.repeat(n)}1${')'.repeat(n)}`],
  ['NOT', (n) => `${'not '.repeat(n)}a`],
  ['minus', (n) => `${'- '.repeat(n)}a`],
  ['lambdas', (n) => `${'x -> '.repeat(n)}x`],
  ['ternaries', (n) => `${'a ? b : '.repeat(n)}c`],
  ['conditions of ternaries', (n) => `${'a ? '.repeat(n)}b${' : c'.repeat(n)}`],
  ['CASE', (n) => `${'case when a then '.repeat(n)}1${' end'.repeat(n)}`],
  ['casts', (n) => `${'cast('.repeat(n)}a${' as int)'.repeat(n)}`],
  ['types', (n) => `cast(a as ${'array('.repeat(n)}int${')'.repeat(n)})`],
  ['intervals', (n) => `${'interval ('.repeat(n)}1${') day'.repeat(n)}`],
  ['templates', (n) => `${"f'{".repeat(n)}a${"}'".repeat(n)}`],
  ['sub-queries', (n) => `${'(select '.repeat(n)}1${')'.repeat(n)}`],
  ['tables in parentheses', (n) => `(select 1 from ${'('.repeat(n)}t${')'.repeat(n)})`],
  ['sums', (n) => `1${' + 1'.repeat(n)}`],
  ['accesses', (n) => `a()${'.b'.repeat(n)}`],
  ['BETWEEN', (n) => `a${' between 1 and 2'.repeat(n)}`],
  ['IS NULL', (n) => `a${' is null'.repeat(n)}`],
  ['suffix casts', (n) => `a${'::int'.repeat(n)}`],
  ['joins', (n) => `(select 1 from t${', t'.repeat(n)})`],
];

describe('depth', () => {
  it.each(nested)('accepts %s of reasonable depth', (_, build) => {
    // An unclosed parenthesis is always malformed, but at this depth never too deep.
    const message = messageOf(() => parseExpr(build(60)));
    expect(message === null || !message.includes('too deeply')).toBe(true);
  });

  it.each(nested)('rejects %s that nest too deeply, without overflowing the stack', (_, build) => {
    for (const depth of [400, 20_000]) {
      const message = messageOf(() => parseExpr(build(depth)));
      expect(message).toMatch(/nested too deeply|is too long/);
    }
  });

  it('parses long flat queries', () => {
    const conditions = Array.from({ length: 5000 }, (_, at) => `a = ${at}`).join(' or ');
    expect(parseExpr(conditions)).toMatchObject({ type: 'Or', exprs: { length: 5000 } });
    const union = Array.from({ length: 150 }, () => 'select 1').join(' union all ');
    expect(parseSelect(union)).toMatchObject({ subsequentSelectQueries: { length: 149 } });
    expect(parseExpr(`'a'${" || 'b'".repeat(5000)}`)).toMatchObject({ args: { length: 5001 } });
    expect(parseExpr(`a${'.b'.repeat(5000)}`)).toMatchObject({ chain: { length: 5001 } });
  });
});

describe('size', () => {
  it('rejects texts over the limit', () => {
    expect(messageOf(() => parseExpr('a'.repeat(256 * 1024 + 1)))).toContain('too long');
    expect(messageOf(() => parseExpr('1 + 1', { maxLength: 4 }))).toContain('too long');
    expect(messageOf(() => parseExpr('a'.repeat(256 * 1024)))).toBeNull();
  });

  it('rejects more nodes than allowed', () => {
    expect(messageOf(() => parseExpr(`[${'1,'.repeat(60_000)}]`))).toContain(
      'more than 50000 elements',
    );
    expect(messageOf(() => parseExpr('[1, 2, 3]', { maxNodes: 3 }))).toContain(
      'more than 3 elements',
    );
  });

  it('looks ahead in linear time for the arrow of a lambda', () => {
    const names = `f(${'a, '.repeat(40_000)}b)`;
    expect(messageOf(() => parseExpr(names))).toBeNull();
  });
});

const FRAGMENTS = [
  ...'( ) [ ] { } , ; . ?. ? ?? : :: := -> || + - * / % # = != < <= > >= <=> =~ !~* \' " ` \\ -- /* */'.split(
    ' ',
  ),
  ...(
    'select from where group by having order limit offset with as union all distinct join left on ' +
    'using case when then else end cast interval day not and or in is null between like cohort ' +
    "lambda array prewhere f' a b event 1 2.5 0x1F 1e5 'text' `name` true inf count( numbers( over final"
  ).split(' '),
];

describe('hostile input', () => {
  const fragments = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 });
  const garbage = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fragments.map((parts) => parts.join(' ')),
    fragments.map((parts) => parts.join('')),
    fragments.map((parts) => `select ${parts.join(' ')}`),
  );

  it('only ever causes a HogQLError with a position inside the text', () => {
    fc.assert(
      fc.property(garbage, (source) => {
        for (const parse of [parseSelect, parseExpr, parseOrderExpr]) {
          try {
            parse(source);
          } catch (error) {
            expect(error).toBeInstanceOf(HogQLError);
            const { start, end } = error as HogQLError;
            expect(start).not.toBeNull();
            expect(end).not.toBeNull();
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start ?? 0);
            expect(end).toBeLessThanOrEqual(source.length);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});
