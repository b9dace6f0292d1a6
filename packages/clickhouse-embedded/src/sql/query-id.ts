/**
 * The embedded engine gives every query an id of its own. Ours travels in the setting `log_comment`, which
 * nothing else reads there (it has no query log), and which `system.processes.Settings` shows. A comment in
 * front of the statement shows it to people; a statement with parameters loses that one, because the engine
 * prints it anew with their values.
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

/** The value of `log_comment` for a query that comes with one of its own. */
export function markedLogComment(queryId: string, logComment: string): string {
  return queryIdComment(queryId) + logComment;
}

const LOG_COMMENT = `Settings['log_comment']`;

/** A condition on `system.processes` that holds for one query id. The id is safe in a literal. */
export function runsUnderQueryId(queryId: string): string {
  return `startsWith(${LOG_COMMENT}, '${queryIdComment(queryId).trimEnd()}')`;
}

/** An expression on `system.processes` that yields our id, or the engine's own where we set none. */
export const QUERY_ID_EXPRESSION =
  `if(startsWith(${LOG_COMMENT}, '${OPEN}'), ` +
  `decodeURLComponent(extract(${LOG_COMMENT}, '^/[*]qid:([^*]*)[*]/')), query_id)`;
