import fc from 'fast-check';
import { RE2JS } from 're2js';
import { matchesProperty } from '../../test-support/matching';
import { assemble } from './assemble';
import { compilePattern } from './pattern';
import { isFound } from './run';
import { withUnicodeClasses } from './unicode-classes';

it('a pattern that is exponential in backtracking engines is linear', () => {
  expect(matchesProperty('regex', '^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
});

describe('classes and word boundaries are those of Unicode', () => {
  it.each<[string, string[], string[]]>([
    ['^\\w+$', ['José', 'Ольга', '山田_1', '१२', 'e\u0301', 'Ⓐ'], ['José Ñ', 'a·b', '💧']],
    ['^\\W$', ['💧', ' '], ['é', 'ß', '_']],
    ['^\\d+$', ['١٢٣', '42'], ['½', '²', 'é']],
    ['^\\D+$', ['é½'], ['é٣']],
    ['^a\\sb$', ['a\u00a0b', 'a\u3000b', 'a b'], ['a\u200bb', 'aéb']],
    ['^\\S+$', ['é\u200b'], ['é\u00a0']],
    ['^[\\w.-]+@[\\w-]+\\.[\\w]{2,}$', ['josé.ñ@exämple.com'], ['josé ñ@exämple.com']],
    ['^[^\\w\\s]+$', ['💧!'], ['é', '\u00a0💧']],
    ['^[\\s\\S]$', ['é', '\u00a0'], ['éé']],
    ['^[\\d\\s]+$', ['٣ \u00a0'], ['٣é']],
    ['^[^\\S\\d]+é$', ['\u00a0é'], ['٣é', 'éé']],
    ['^[]\\w]+$', ['é]'], ['é[']],
    ['^[[:digit:]\\w]+$', ['é1'], ['é-']],
    ['^\\Q\\w\\E.$', ['\\wé'], ['éé']],
    ['\\bécole\\b', ['à école', 'école'], ['lécole', 'écoleé']],
    ['\\Bé\\B', ['aéb'], ['é b']],
    ['^[\\W_]+$', ['💧_'], ['é_']],
    ['\\bx\\pL', ['é xé'], ['é x1', 'é x']],
    ['\\bx[[:digit:]]', ['é x1'], ['é xd']],
    ['\\bx\\x{E9}', ['é xé'], ['é xx']],
    ['^[a\\W-]+$', ['a-💧'], ['b💧', 'é']],
    ['(?i)^[\\W^é]+$', ['É^💧'], ['a💧']],
    ['(?=.*\\d)^[\\w-]+$', ['é-٣', 'a1'], ['é', '٣ é']],
    ['(é)\\w\\1', ['éßé'], ['é é']],
  ])('%s is found in %j, not in %j', (source, found, others) => {
    const pattern = compilePattern(source);
    expect(found.map((text) => pattern?.(text))).toEqual(found.map(() => true));
    expect(others.map((text) => pattern?.(text))).toEqual(others.map(() => false));
  });

  it('both engines agree', () => {
    const piece = fc.constantFrom(
      '\\w',
      '\\d',
      '\\s',
      '\\W',
      '\\S',
      '[\\w-]',
      '[^\\d]',
      'é',
      '.',
      'a*',
      '(?:é|b)+',
    );
    const source = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '٣', ' ', '\u00a0', '-', '💧'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(source, text, (pattern, haystack) => {
        const program = assemble(`^${pattern}$`);
        const replaced = withUnicodeClasses(`^${pattern}$`) ?? '';
        const linear = RE2JS.compile(replaced).test(haystack);
        expect(program && isFound(program, haystack)).toBe(linear);
        expect(compilePattern(`^${pattern}$`)?.(haystack)).toBe(linear);
      }),
      { numRuns: 200 },
    );
  });

  it('long texts stay linear', () => {
    expect(matchesProperty('regex', '^(\\w+)+$', `${'é'.repeat(50_000)}!`)).toBe(false);
  });
});

describe('patterns beyond the linear engine', () => {
  it.each<[string, string[], string[]]>([
    ['^(?!.*@posthog\\.com$).+$', ['a@b.c', 'posthog.com@x'], ['a@posthog.com', '']],
    ['foo(?=bar)', ['xfoobar'], ['foo', 'foobaz']],
    ['foo(?!bar)\\w+', ['foobaz'], ['foobar', 'foo']],
    ['(?<!un)happy(?= days)', ['happy days'], ['unhappy days', 'happy']],
    ['(?<=a|bc)d(?!e)', ['ad', 'bcd'], ['cd', 'ade', 'd']],
    ['(a)\\1', ['baab'], ['aba']],
    ['(?P<q>["\']).*(?P=q)', ['"x"', "'x'"], ['"x\'']],
    ['(?<y>\\d{4})-\\k<y>', ['2026-2026'], ['2026-2025']],
    ['(?i)(?=ABC)a[B]c', ['xabc', 'ABC'], ['ab']],
    ['(?i)(é)\\1', ['Éé'], ['ee']],
    ['(?:(?i:A)b)(?=$)', ['ab', 'Ab'], ['AB']],
    ['\\A(?=.)\\w+\\z', ['abc'], ['ab c', '']],
    ['(?s)a.(?=b)', ['a\nb'], []],
    ['a.(?=b)', ['axb'], ['a\nb']],
    ['(?m)^b(?=$)', ['a\nb\nc'], ['a\nbb']],
    ['(?=.*\\d)(?=.*[a-z]).{4,6}', ['ab12'], ['abcd', 'a1']],
    ['(?:a*)*(?=b)c?b', ['b', 'aab'], ['aa']],
    ['(?:|a)+?(?!a)$', ['aa', ''], []],
    ['x{2}(?=y{1,2}?z)', ['xxyyz'], ['xxyyyz', 'xyz']],
    ['\\bcat\\b(?!s)', ['a cat'], ['cats']],
    ['^(?:(?=a)a|b)+$', ['abba'], ['abc']],
    ['(?=💧).$', ['💧'], ['x']],
    ['\\@(?=x)', ['@x'], ['@y']],
    ['\\p{Lu}(?=x)', ['Éx'], ['éx']],
    ['(?:(a)|b)\\1(?=c)', ['aac'], ['bc']],
  ])('%s is found in %j, not in %j', (source, found, others) => {
    const pattern = compilePattern(source);
    expect(found.map((text) => pattern?.(text))).toEqual(found.map(() => true));
    expect(others.map((text) => pattern?.(text))).toEqual(others.map(() => false));
  });

  it.each(['(?=', '(?>a)(?=b)', '[(?=a)', 'a{5000}{5000}(?=b)', `${'('.repeat(50_000)}(?=a)`])(
    'there is none for %#',
    (source) => {
      expect(compilePattern(source)).toBeNull();
    },
  );

  it('a search that takes too many steps is a miss, for both operators', () => {
    const text = `${'a'.repeat(40)}!`;
    expect(compilePattern('^(?=a)(a+)+$')?.(text)).toBeNull();
    expect(matchesProperty('regex', '^(?=a)(a+)+$', text)).toBe(false);
    expect(matchesProperty('not_regex', '^(?=a)(a+)+$', text)).toBe(false);
    expect(matchesProperty('not_regex', '^(?=a)(a+)+$', 'aab')).toBe(true);
  });

  it('agree with JavaScript where both can decide', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\b',
      '^',
      '$',
      '\\w',
      '(?=b)',
      '(?!a)',
    );
    const quantified = fc
      .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '*?', '{1,2}'))
      .map(([piece, count]) => (/[\w.\]]$/.test(piece) && piece !== '\\b' ? piece + count : piece));
    const sequence = fc.array(quantified, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const source = fc
      .tuple(sequence, sequence, sequence)
      .map(([one, other, last]) => `(?:(${one})|${other})${last}`);
    fc.assert(
      fc.property(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 }),
        (pattern, text) => {
          const program = assemble(pattern);
          expect(program && isFound(program, text)).toBe(new RegExp(pattern, 'u').test(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
