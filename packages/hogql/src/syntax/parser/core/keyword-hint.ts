import type { TokenKind } from '../../lexer/token-kinds';

/** Words that open or continue a clause, which a typing error turns into a name. */
const WORDS: readonly string[] = (
  'SELECT DISTINCT FROM PREWHERE WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ' +
  'JOIN LEFT RIGHT INNER OUTER CROSS USING BETWEEN INTERVAL PARTITION WITH'
).split(' ');

const SHORTEST = 4;

/**
 * ". Did you mean FROM instead of 'form'?" when the word is one typing error away from a keyword that may be there.
 *
 * @param expected what the parser expected: if that names keywords, only those are suggested
 */
export function keywordHint(kind: TokenKind, text: string, expected: string): string {
  if (kind !== 'identifier' || text.length < SHORTEST) return '';
  const named = WORDS.filter((word) => expected.split(/\W+/).includes(word));
  const valid = named.length > 0 ? named : WORDS;
  const keyword = valid.find((word) => isOneSlip(text.toUpperCase(), word));
  return keyword === undefined ? '' : `. Did you mean ${keyword} instead of '${text}'?`;
}

/** Whether one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneSlip(text: string, word: string): boolean {
  if (text === word || Math.abs(text.length - word.length) > 1) return false;
  let at = 0;
  while (at < text.length && text[at] === word[at]) at += 1;
  const [rest, wanted] = [text.slice(at), word.slice(at)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}
