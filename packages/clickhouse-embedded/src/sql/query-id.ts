/**
 * The embedded engine gives every query an id of its own. Ours travels in a comment in front of
 * the statement, where `system.processes.query` shows it.
 */
const OPEN = '/*qid:';
const CLOSE = '*/';

/** Percent-encodes everything that could end the comment or confuse the look-up below. */
function encode(queryId: string): string {
  // Through bytes and back: half of a surrogate pair cannot be encoded.
  const wellFormed = Buffer.from(queryId).toString();
  return encodeURIComponent(wellFormed).replace(
    /[!'()*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The comment that marks a statement with our query id. */
export function queryIdComment(queryId: string): string {
  return `${OPEN}${encode(queryId)}${CLOSE} `;
}

/** A condition on `system.processes` that holds for one query id. The id is safe in a literal. */
export function runsUnderQueryId(queryId: string): string {
  return `startsWith(query, '${queryIdComment(queryId).trimEnd()}')`;
}

/** An expression on `system.processes` that yields our id, or the engine's own where we set none. */
export const QUERY_ID_EXPRESSION =
  `if(startsWith(query, '${OPEN}'), ` +
  `decodeURLComponent(extract(query, '^/[*]qid:([^*]*)[*]/')), query_id)`;
