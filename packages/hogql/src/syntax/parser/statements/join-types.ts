import type { JoinType } from '../../ast';
import type { Parser } from '../core/parser';
import type { TokenKind } from '../../lexer/token-kinds';

/** The join for each sequence of keywords before JOIN. */
const JOINS: ReadonlyMap<string, JoinType> = new Map<string, JoinType>([
  ['', 'JOIN'],
  ['INNER', 'INNER JOIN'],
  ['LEFT', 'LEFT JOIN'],
  ['LEFT OUTER', 'LEFT OUTER JOIN'],
  ['RIGHT', 'RIGHT JOIN'],
  ['RIGHT OUTER', 'RIGHT OUTER JOIN'],
  ['FULL', 'FULL JOIN'],
  ['FULL OUTER', 'FULL OUTER JOIN'],
  ['CROSS', 'CROSS JOIN'],
  ['POSITIONAL', 'POSITIONAL JOIN'],
  ...(['ALL', 'ANY', 'ASOF'] as const).flatMap((strictness): [string, JoinType][] => [
    [strictness, `${strictness} INNER JOIN`],
    [`INNER ${strictness}`, `${strictness} INNER JOIN`],
    [`${strictness} INNER`, `${strictness} INNER JOIN`],
  ]),
  ...(['LEFT', 'RIGHT'] as const).flatMap((side) =>
    (['SEMI', 'ANTI', 'ANY', 'ASOF'] as const).flatMap((kind): [string, JoinType][] => [
      [`${side} ${kind}`, `${side} ${kind} JOIN`],
      [`${kind} ${side}`, `${side} ${kind} JOIN`],
    ]),
  ),
]);

const JOIN_WORDS: ReadonlySet<TokenKind> = new Set<TokenKind>([
  'ALL',
  'ANTI',
  'ANY',
  'ASOF',
  'CROSS',
  'FULL',
  'INNER',
  'LEFT',
  'NATURAL',
  'OUTER',
  'POSITIONAL',
  'RIGHT',
  'SEMI',
]);

/** The join of a table with those before it. */
export interface JoinKind {
  readonly type: JoinType;
  readonly natural: boolean;
}

/** The words that may follow NATURAL. */
const NATURAL: ReadonlySet<string> = new Set([
  '',
  'INNER',
  ...['LEFT', 'RIGHT', 'FULL'].flatMap((side) => [side, `${side} OUTER`]),
]);

/** Consumes `LEFT OUTER JOIN`, `,` and the like; null when no join follows. */
export function joinKind(parser: Parser): JoinKind | null {
  if (parser.accept(',')) return { type: 'CROSS JOIN', natural: false };
  const words: TokenKind[] = [];
  while (JOIN_WORDS.has(parser.peek(words.length))) words.push(parser.peek(words.length));
  if (parser.peek(words.length) !== 'JOIN') {
    return words.length === 0 || parser.peek(words.length) === 'ARRAY' ? null : incomplete(parser);
  }
  const natural = words[0] === 'NATURAL';
  const text = (natural ? words.slice(1) : words).join(' ');
  const type = JOINS.get(text);
  if (type === undefined || (natural && !NATURAL.has(text))) {
    return parser.unsupported(`${words.join(' ')} JOIN`);
  }
  for (let word = 0; word <= words.length; word++) parser.advance();
  return { type, natural };
}

function incomplete(parser: Parser): never {
  while (JOIN_WORDS.has(parser.kind)) parser.advance();
  return parser.fail('JOIN');
}
