import type { JoinType } from '../ast';
import type { Parser } from './parser';
import type { TokenKind } from './token-kinds';

/** Words before JOIN, as a path of keywords, and the join they make. */
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

/** Consumes `LEFT OUTER JOIN`, `,` and the like; null when no join follows. */
export function joinType(parser: Parser): JoinType | null {
  if (parser.accept(',')) return 'CROSS JOIN';
  const words: TokenKind[] = [];
  while (JOIN_WORDS.has(parser.peek(words.length))) words.push(parser.peek(words.length));
  if (parser.peek(words.length) !== 'JOIN') {
    return words.length === 0 || parser.peek(words.length) === 'ARRAY' ? null : incomplete(parser);
  }
  const text = words.join(' ');
  const type = JOINS.get(text);
  if (type === undefined) return parser.unsupported(`${text} JOIN`);
  for (let word = 0; word <= words.length; word++) parser.advance();
  return type;
}

function incomplete(parser: Parser): never {
  while (JOIN_WORDS.has(parser.kind)) parser.advance();
  return parser.fail('JOIN');
}
