import { isWord, type Token } from './lexer';
import { QUERY_ID_EXPRESSION } from './query-id';

const AFTER_TABLE = [
  'WHERE',
  'PREWHERE',
  'GROUP',
  'HAVING',
  'ORDER',
  'LIMIT',
  'OFFSET',
  'SETTINGS',
  'FORMAT',
  'UNION',
];

/** Whether the statement reads `system.processes` and no other table. */
export function isProcessList(tokens: readonly Token[]): boolean {
  const sources = tokens.flatMap((token, index) => (isWord(token, 'FROM', 'JOIN') ? [index] : []));
  return sources.length === 1 && sources.every((index) => namesProcesses(tokens, index + 1));
}

function namesProcesses(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 3];
  return (
    isWord(tokens[at], 'SYSTEM') &&
    tokens[at + 1]?.text === '.' &&
    isWord(tokens[at + 2], 'PROCESSES') &&
    (after === undefined || isWord(after, ...AFTER_TABLE))
  );
}

/**
 * Rewrites `FROM system.processes` so that `query_id` contains the query ids of the clients. The other columns are
 * unchanged; `query` still has the comment with the id.
 */
export function showQueryIds(text: string, tokens: readonly Token[]): string {
  const from = tokens.findIndex((token) => isWord(token, 'FROM'));
  const start = tokens[from + 1]?.start;
  const end = tokens[from + 3]?.end;
  if (start === undefined || end === undefined) return text;
  const source = `(SELECT * REPLACE (${QUERY_ID_EXPRESSION} AS query_id) FROM system.processes) AS processes`;
  return `${text.slice(0, start)}${source}${text.slice(end)}`;
}
