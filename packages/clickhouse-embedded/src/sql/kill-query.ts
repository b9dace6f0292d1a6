import { isWord, type Token } from './lexer';
import { QUERY_ID_EXPRESSION } from './query-id';

export interface KillPlan {
  text: string;
  /** The one id the statement asks for; undefined when its condition is anything else. */
  queryId: string | undefined;
  /** The caller wants to wait until the query is gone. */
  wait: boolean;
}

/**
 * Rewrites KILL QUERY for the embedded engine: `query_id` means the caller's id, and SYNC becomes
 * ASYNC, because a synchronous kill never returns there (the caller of this waits instead).
 */
export function planKill(text: string, tokens: readonly Token[]): KillPlan {
  const wait = tokens.some((token) => token.depth === 0 && isWord(token, 'SYNC'));
  const rewritten = tokens.map((token) => {
    if (isWord(token, 'QUERY_ID') || token.text === '`query_id`') return `(${QUERY_ID_EXPRESSION})`;
    return token.depth === 0 && isWord(token, 'SYNC') ? 'ASYNC' : token.text;
  });
  return { text: joinLike(text, tokens, rewritten), queryId: singleId(tokens), wait };
}

/** Puts new token texts where the old ones stood, keeping what was between them. */
function joinLike(text: string, tokens: readonly Token[], texts: readonly string[]): string {
  let position = 0;
  const parts = tokens.map((token, index) => {
    const gap = text.slice(position, token.start);
    position = token.end;
    return `${gap}${texts[index] ?? ''}`;
  });
  return parts.join('');
}

/** The id in `KILL QUERY WHERE query_id = '<id>' [ASYNC|SYNC]`. */
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
