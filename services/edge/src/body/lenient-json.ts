import { closingQuote, deeperThan, MAX_JSON_DEPTH } from '@tidemark/domain';
import JSON5 from 'json5';

/** A word that JavaScript and Python write for numbers that JSON does not have. */
const NON_FINITE = /-?\b(?:NaN|Infinity)\b/g;

/** The maximum length of a text for the JSON5 parser, which takes a hundred times as long as `JSON.parse`. */
const MAX_JSON5_LENGTH = 64 * 1024;

/**
 * Parses JSON and reads bare `NaN` and `Infinity` as null. A text of at most `MAX_JSON5_LENGTH` characters may be
 * JSON5: single quotes, comments, a comma at the end.
 *
 * @throws SyntaxError
 */
export function parseLenientJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (text.length <= MAX_JSON5_LENGTH) return parseJson5(text);
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(withoutNonFinite(text));
  }
}

function parseJson5(text: string): unknown {
  const value: unknown = JSON5.parse(text, (_key, member: unknown) =>
    typeof member === 'number' && !Number.isFinite(member) ? null : member,
  );
  // Earlier checks of the depth do not know the single quotes of JSON5, so the depth is checked here.
  if (deeperThan(value, MAX_JSON_DEPTH)) throw new SyntaxError('nested too deeply');
  return value;
}

/**
 * Replaces each bare `NaN` and `Infinity` with `null`. Strings are skipped in one pass: a regular expression would
 * read to the end of the text after each quote of an unterminated string.
 */
function withoutNonFinite(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const quote = text.indexOf('"', from);
    const outside = quote === -1 ? text.slice(from) : text.slice(from, quote);
    pieces.push(outside.replace(NON_FINITE, 'null'));
    if (quote === -1) return pieces.join('');
    const end = closingQuote(text, quote + 1);
    if (end === -1) throw new SyntaxError('unterminated string');
    from = end + 1;
    pieces.push(text.slice(quote, from));
  }
}
