import { HogQLError } from '../errors';
import { parseExpr, parseSelect } from '.';
import { Cursor } from './core/cursor';
import { TokenBuffer } from '../lexer/token-buffer';

interface Effort {
  readonly looks: number;
  readonly fills: number;
  readonly rejected: boolean;
}

/** The number of times the parser read a token, and the number of tokens that the lexer produced. */
function effortOf(source: string): Effort {
  const looks = jest.spyOn(Cursor.prototype, 'peek');
  const fills = jest.spyOn(TokenBuffer.prototype, 'fill');
  try {
    let rejected = false;
    try {
      if (source.startsWith('select')) parseSelect(source);
      else parseExpr(source);
    } catch (error) {
      expect(error).toBeInstanceOf(HogQLError);
      rejected = true;
    }
    return { looks: looks.mock.calls.length, fills: fills.mock.calls.length, rejected };
  } finally {
    looks.mockRestore();
    fills.mockRestore();
  }
}

const HOSTILE: readonly (readonly [string, (size: number) => string])[] = [
  ['parentheses', (n) => '('.repeat(n)],
  ['calls', (n) => 'f('.repeat(n)],
  ['casts', (n) => 'cast('.repeat(n)],
  ['intervals', (n) => 'interval ('.repeat(n)],
  ['tables', (n) => `select 1 from ${'('.repeat(n)}`],
  ['NOT', (n) => 'not '.repeat(n)],
  ['minus', (n) => '- '.repeat(n)],
  ['sums', (n) => `1${' + 1'.repeat(n)}`],
  ['suffix casts', (n) => `a${'::int'.repeat(n)}`],
  ['lambdas', (n) => 'x -> '.repeat(n)],
  ['ternaries', (n) => 'a ? b : '.repeat(n)],
  ['templates', (n) => "f'{".repeat(n)],
  ['tags', (n) => '<a>'.repeat(n)],
  ['joins', (n) => `select 1 from t${', t'.repeat(n)}`],
];

describe('effort', () => {
  it.each(HOSTILE)(
    'rejects nested %s after what the depth allows, however long the rest is',
    (_, build) => {
      const short = effortOf(build(1000));
      const long = effortOf(build(20_000));
      expect(short.rejected).toBe(true);
      expect(long).toEqual(short);
      expect(long.looks).toBeLessThan(10_000);
    },
  );

  it.each([
    ['conditions', (n: number) => Array.from({ length: n }, (_, at) => `a = ${at}`).join(' or ')],
    ['casts in a list', (n: number) => `[${'cast((a) as int), '.repeat(n)}1]`],
    ['intervals in a list', (n: number) => `[${'interval (1) day, '.repeat(n)}1]`],
    ['names in a call', (n: number) => `f(${'a, '.repeat(n)}b)`],
    [
      'casts in casts',
      (n: number) => `[${`${'cast('.repeat(90)}1${' as int)'.repeat(90)}, `.repeat(n / 90)}1]`,
    ],
    ['fields', (n: number) => `a${'.b'.repeat(n)}`],
    ['tables', (n: number) => `select 1 from t where a in (${'(1, (2)), '.repeat(n)}3)`],
  ])('reads %s in linear time', (_, build) => {
    const small = effortOf(build(900));
    const large = effortOf(build(3600));
    expect([small.rejected, large.rejected]).toEqual([false, false]);
    expect(large.looks).toBeLessThan(small.looks * 4.2);
  });
});
