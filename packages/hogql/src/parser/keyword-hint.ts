import { closest } from '../functions/closest';
import type { TokenKind } from './token-kinds';

/** Words that open or continue a clause, which a slip of the pen turns into a name. */
const WORDS: readonly string[] = (
  'SELECT DISTINCT FROM PREWHERE WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ' +
  'JOIN LEFT RIGHT INNER OUTER CROSS USING BETWEEN INTERVAL PARTITION WITH'
).split(' ');

const SHORTEST = 4;

/** ". Did you mean FROM instead of 'form'?" when the word is one letter or two away from a keyword. */
export function keywordHint(kind: TokenKind, text: string): string {
  if (kind !== 'identifier' || text.length < SHORTEST) return '';
  const keyword = closest(text.toUpperCase(), WORDS);
  const isClose = keyword !== null && Math.abs(keyword.length - text.length) <= 1;
  return !isClose ? '' : `. Did you mean ${keyword} instead of '${text}'?`;
}
