import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { Open, TokenKind } from '../../queries/sql/tokens';
import { readToken } from '../../queries/sql/tokens';

interface State {
  open: Open;
}

const STYLE_OF: Readonly<Record<TokenKind, string | null>> = {
  space: null,
  comment: 'comment',
  string: 'string',
  name: 'variableName',
  function: 'variableName.function',
  keyword: 'keyword',
  number: 'number',
  bracket: 'bracket',
  operator: 'operator',
};

const language = StreamLanguage.define<State>({
  name: 'hogql',
  startState: () => ({ open: null }),
  copyState: ({ open }) => ({ open }),
  token(stream, state) {
    const { kind, end, open } = readToken(stream.string, stream.pos, state.open);
    stream.pos = end;
    state.open = open;
    return STYLE_OF[kind];
  },
  languageData: {
    commentTokens: { line: '--', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', "'", '`', '"'] },
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.number, color: 'var(--warning)' },
  { tag: tags.function(tags.variableName), color: 'var(--series-7)' },
  { tag: tags.comment, color: 'var(--text-2)', fontStyle: 'italic' },
]);

/** The language support for HogQL, with highlighted tokens. */
export function sqlLanguage(): Extension {
  return [language, syntaxHighlighting(colours)];
}
