import { closingQuote, deeperThan, MAX_JSON_DEPTH } from '@tidemark/domain';
import JSON5 from 'json5';

/** A word that JavaScript and Python write for numbers that JSON does not have. */
const NON_FINITE = /-?\b(?:NaN|Infinity)\b/g;

/** The reader of JSON5 takes a hundred times as long as the engine's own: no larger text is given to it. */
const MAX_JSON5_LENGTH = 64 * 1024;

/**
 * Parses JSON, reading bare `NaN` and `Infinity` as null, and what else JSON5 allows (single quotes,
 * comments, a comma at the end) in texts of usual size.
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
  // Its quotes differ, so it is not checked yet.
  if (deeperThan(value, MAX_JSON_DEPTH)) throw new SyntaxError('nested too deeply');
  return value;
}

/**
 * The text with `null` for each bare `NaN` and `Infinity`. Strings are skipped in one pass: a pattern for them
 * would read on to the end of the text behind each quote of a string that has no end.
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
