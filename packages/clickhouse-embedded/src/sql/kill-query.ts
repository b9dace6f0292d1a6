import { isWord, type Token } from './lexer';
import { QUERY_ID_EXPRESSION } from './query-id';

export interface KillPlan {
  text: string;
  /** The id of the condition `query_id = '<id>'`; undefined for any other condition. */
  queryId: string | undefined;
  /** Whether the statement is SYNC, so that the caller waits for the end of the query. */
  wait: boolean;
}

/**
 * Rewrites KILL QUERY for the embedded engine: `query_id` is replaced with the expression for the id of the client, and
 * SYNC with ASYNC, because a synchronous kill never returns there. The caller of this function waits instead.
 */
export function planKill(text: string, tokens: readonly Token[]): KillPlan {
  const wait = tokens.some((token) => token.depth === 0 && isWord(token, 'SYNC'));
  const rewritten = tokens.map((token) => {
    if (isWord(token, 'QUERY_ID') || token.text === '`query_id`') return `(${QUERY_ID_EXPRESSION})`;
    return token.depth === 0 && isWord(token, 'SYNC') ? 'ASYNC' : token.text;
  });
  return { text: joinLike(text, tokens, rewritten), queryId: singleId(tokens), wait };
}

/** Replaces the texts of tokens and keeps the text between them. */
function joinLike(text: string, tokens: readonly Token[], texts: readonly string[]): string {
  let position = 0;
  const parts = tokens.map((token, index) => {
    const gap = text.slice(position, token.start);
    position = token.end;
    return `${gap}${texts[index] ?? ''}`;
  });
  return parts.join('');
}

/** Returns the id in `KILL QUERY WHERE query_id = '<id>' [ASYNC|SYNC]`; undefined for any other statement. */
function singleId(tokens: readonly Token[]): string | undefined {
  const [, , where, column, equals, value, after] = tokens;
  const matches =
    isWord(where, 'WHERE') &&
    isWord(column, 'QUERY_ID') &&
    equals?.text === '=' &&
    value?.kind === 'string' &&
    (after === undefined || isWord(after, 'SYNC', 'ASYNC', 'FORMAT'));
  return matches ? value.text.slice(1, -1).replace(/\\(.)/g, '$1') : undefined;
}
