import { isWord, type Lexer, type Token } from './lexer';
import { stringLiteral } from './literals';

/** `INSERT ... FORMAT x <data>` or `INSERT ... VALUES <data>`, divided at the beginning of the data. */
export interface InsertWithData {
  kind: 'insert-data';
  /** The statement without its data, for {@link insertFromFile}. */
  head: string;
  /** Offset in {@link head} at which `FROM INFILE` is inserted. */
  fileClauseAt: number;
  /** Offset in {@link head} of the word VALUES; undefined if the statement has a FORMAT. */
  valuesAt: number | undefined;
  /** Offset in the source text of the first character of data. */
  dataAt: number;
}

/** `INSERT ... SELECT`, with the tokens that were read so far. */
export interface InsertFromQuery {
  kind: 'insert-query';
  tokens: Token[];
}

/**
 * Reads an INSERT up to its data. The lexer must be after the word INSERT. The data begins after the name of the format,
 * spaces and at most one newline (ClickHouse's rule).
 */
export function readInsert(
  sql: string,
  lexer: Lexer,
  first: Token,
): InsertWithData | InsertFromQuery {
  const tokens: Token[] = [first];
  let settingsAt: number | undefined;
  let afterTarget = false;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    tokens.push(token);
    const previous = tokens.at(-2);
    afterTarget ||= endsTarget(token, previous);
    if (!afterTarget) continue;
    if (startsQuery(token, previous)) return { kind: 'insert-query', tokens };
    if (token.depth > 0) continue;
    if (isWord(token, 'SETTINGS')) settingsAt = token.start;
    if (isWord(token, 'VALUES')) {
      return cut(sql, settingsAt ?? token.start, token.start, token.end, token.end);
    }
    if (isWord(token, 'FORMAT')) {
      const format = lexer.next();
      if (format === undefined) break;
      return cut(sql, settingsAt ?? token.start, undefined, format.end, dataStart(sql, format.end));
    }
  }
  return { kind: 'insert-query', tokens };
}

/** Whether the token follows `INTO [TABLE] [FUNCTION] name`. It is needed because a table may have the name VALUES. */
function endsTarget(token: Token, previous: Token | undefined): boolean {
  if (isWord(token, 'INTO', 'TABLE', 'FUNCTION') || token.text === '.') return false;
  return !isWord(previous, 'INSERT', 'INTO', 'TABLE', 'FUNCTION') && previous?.text !== '.';
}

/** Whether the token is `SELECT`, `WITH` or `FROM` (FROM INFILE or FROM ... SELECT), also within one pair of brackets. */
function startsQuery(token: Token, previous: Token | undefined): boolean {
  if (token.depth === 0) return isWord(token, 'SELECT', 'WITH', 'FROM');
  return token.depth === 1 && previous?.text === '(' && isWord(token, 'SELECT', 'WITH');
}

function dataStart(sql: string, formatEnd: number): number {
  const gap = /^[ \t\f]*\r?\n?/.exec(sql.slice(formatEnd, formatEnd + 256));
  return formatEnd + (gap?.[0].length ?? 0);
}

function cut(
  sql: string,
  fileClauseAt: number,
  valuesAt: number | undefined,
  headEnd: number,
  dataAt: number,
): InsertWithData {
  return { kind: 'insert-data', head: sql.slice(0, headEnd), fileClauseAt, valuesAt, dataAt };
}

/**
 * Returns the statement that reads the data from a file. The embedded engine never gets data within a statement, because
 * it would treat the text after a blank line as the next statement.
 */
export function insertFromFile(insert: InsertWithData, path: string): string {
  const { head, fileClauseAt, valuesAt } = insert;
  const clause = `FROM INFILE ${stringLiteral(path)} COMPRESSION 'none' `;
  const before = head.slice(0, fileClauseAt);
  if (valuesAt === undefined) return `${before}${clause}${head.slice(fileClauseAt)}`;
  return `${before}${clause}${head.slice(fileClauseAt, valuesAt)}FORMAT Values`;
}
