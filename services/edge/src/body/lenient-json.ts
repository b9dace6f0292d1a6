import { deeperThan, MAX_JSON_DEPTH } from '@tidemark/domain';
import JSON5 from 'json5';

/** A JSON text, or a bare word that JavaScript and Python write for numbers JSON has not. */
const TEXT_OR_NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

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
    return JSON.parse(
      text.replace(TEXT_OR_NON_FINITE, (match) => (match.startsWith('"') ? match : 'null')),
    );
  }
}

function parseJson5(text: string): unknown {
  const value: unknown = JSON5.parse(text, (_key, member: unknown) =>
    typeof member === 'number' && !Number.isFinite(member) ? null : member,
  );
  // Its quotes differ, so nobody has looked yet.
  if (deeperThan(value, MAX_JSON_DEPTH)) throw new SyntaxError('nested too deeply');
  return value;
}
