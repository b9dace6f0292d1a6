import fc from 'fast-check';
import { LexError, tokenise } from './lexer';
import { quotedName, stringLiteral } from './literals';

const texts = (sql: string): string[] => tokenise(sql).map((token) => token.text);

it.each([
  ['SELECT \'a;b\', `c;d`, "e;f"', ['SELECT', "'a;b'", ',', '`c;d`', ',', '"e;f"']],
  ["'it''s' 'a\\'b' 'c\\\\'", ["'it''s'", "'a\\'b'", "'c\\\\'"]],
  ['1 -- ;\n2 // ;\n3 # ;\n4 #! ;\n5', ['1', '2', '3', '4', '5']],
  ['1 /* ; /* ; */ ; */ 2', ['1', '2']],
  ["$a$ ; $b$ ' $a$ 1", ["$a$ ; $b$ ' $a$", '1']],
  ['$ 1', ['$', '1']],
  ['\u2018a;\u2019 \u201cb;\u201d', ['\u2018a;\u2019', '\u201cb;\u201d']],
  ['a.b(c)[1]', ['a', '.', 'b', '(', 'c', ')', '[', '1', ']']],
  ['a-b->c', ['a', '-', 'b', '-', '>', 'c']],
])('%s', (sql, expected) => {
  expect(texts(sql)).toEqual(expected);
});

it.each(["'a", '`a', '"a', "'a\\'", '/* a', '/* /* */', '\u2018a'])('%s is not closed', (sql) => {
  expect(() => tokenise(sql)).toThrow(LexError);
});

it('returns the depth of brackets of each token', () => {
  expect(tokenise('a (b [c] {d}) e').map(({ text, depth }) => [text, depth])).toEqual([
    ['a', 0],
    ['(', 0],
    ['b', 1],
    ['[', 1],
    ['c', 2],
    [']', 1],
    ['{', 1],
    ['d', 2],
    ['}', 1],
    [')', 0],
    ['e', 0],
  ]);
});

it('a literal with any content is one token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tokenise(`1 ${stringLiteral(text)} 2`)).toHaveLength(3);
      expect(tokenise(`1 ${quotedName(text)} 2`)).toHaveLength(3);
    }),
  );
});

it('tokens and the spaces between them are the whole text', () => {
  const piece = fc.constantFrom(
    'SELECT',
    "'x;'",
    '`y`',
    '(',
    ')',
    ';',
    ' ',
    '\n',
    '-- c\n',
    '/* d */',
    '1.5',
    '$t$ $t$',
    ',',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const sql = pieces.join(' ');
      for (const { text, start, end } of tokenise(sql)) expect(sql.slice(start, end)).toBe(text);
    }),
  );
});
