/** A JSON text, or a bare word that JavaScript and Python write for numbers JSON has not. */
const TEXT_OR_NON_FINITE = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses JSON, reading bare `NaN` and `Infinity` as null.
 *
 * @throws SyntaxError
 */
export function parseLenientJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(
      text.replace(TEXT_OR_NON_FINITE, (match) => (match.startsWith('"') ? match : 'null')),
    );
  }
}
