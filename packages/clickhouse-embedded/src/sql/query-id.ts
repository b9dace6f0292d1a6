/**
 * The embedded engine gives every query its own id. The id of the client is stored in the setting `log_comment`, which
 * is not used otherwise, because there is no query log, and which `system.processes.Settings` contains. For people, the
 * id is also in a comment before the statement. A statement with parameters loses this comment, because the engine
 * prints the statement again with their values.
 */
const OPEN = '/*qid:';
const CLOSE = '*/';

/** Percent-encodes all characters that could end the comment or change the conditions below. */
function encode(queryId: string): string {
  // The conversion to bytes and back replaces lone surrogates, which encodeURIComponent rejects.
  const wellFormed = Buffer.from(queryId).toString();
  return encodeURIComponent(wellFormed).replace(
    /[!'()*~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns the comment that marks a statement with the query id of the client. */
export function queryIdComment(queryId: string): string {
  return `${OPEN}${encode(queryId)}${CLOSE} `;
}

/** Returns the value of `log_comment` with the query id, followed by the comment of the client. */
export function markedLogComment(queryId: string, logComment: string): string {
  return queryIdComment(queryId) + logComment;
}

const LOG_COMMENT = `Settings['log_comment']`;

/** Returns a condition on `system.processes` for one query id, which is encoded and so safe in a literal. */
export function runsUnderQueryId(queryId: string): string {
  return `startsWith(${LOG_COMMENT}, '${queryIdComment(queryId).trimEnd()}')`;
}

/** An expression on `system.processes` for the query id of the client, else the id of the engine. */
export const QUERY_ID_EXPRESSION =
  `if(startsWith(${LOG_COMMENT}, '${OPEN}'), ` +
  `decodeURLComponent(extract(${LOG_COMMENT}, '^/[*]qid:([^*]*)[*]/')), query_id)`;
