import type { Open } from './tokens';
import { readToken, tokensOf } from './tokens';

const kinds = (text: string): readonly string[] =>
  tokensOf(text)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('tokens of HogQL', () => {
  it('are keywords, names, functions, numbers and strings', () => {
    expect(kinds("SELECT count(), properties.order, 1.5e3, 'it''s \\' so' FROM `a b`")).toEqual([
      'keyword SELECT',
      'function count',
      'bracket (',
      'bracket )',
      'operator ,',
      'name properties',
      'operator .',
      'name order',
      'operator ,',
      'number 1.5e3',
      'operator ,',
      "string 'it''s \\' so'",
      'keyword FROM',
      'name `a b`',
    ]);
  });

  it('cover every text without gaps', () => {
    const text = 'a😀 /* open\n \' " ` {x} <b> \\ é';
    expect(
      tokensOf(text)
        .map(({ start, end }) => text.slice(start, end))
        .join(''),
    ).toBe(text);
  });

  it('continue from line to line', () => {
    const lines = ['/* a', 'b */ select', "'x", "y' 1"];
    let open: Open = null;
    const seen: string[] = [];
    for (const line of lines) {
      for (let at = 0; at < line.length;) {
        const token = readToken(line, at, open);
        ({ open, end: at } = token);
        if (token.kind !== 'space') seen.push(token.kind);
      }
    }
    expect(seen).toEqual(['comment', 'comment', 'keyword', 'string', 'string', 'number']);
  });
});
