import { isWord, type Lexer, type Token } from './lexer';
import { stringLiteral } from './literals';

/** `INSERT ... FORMAT x <data>` or `INSERT ... VALUES <data>`, cut where the data begins. */
export interface InsertWithData {
  kind: 'insert-data';
  /** The statement without its data, ready for {@link insertFromFile}. */
  head: string;
  /** Offset in {@link head} where `FROM INFILE` belongs. */
  fileClauseAt: number;
  /** Offset in {@link head} of the word VALUES; undefined when a FORMAT is named. */
  valuesAt: number | undefined;
  /** Offset in the source text of the first character of data. */
  dataAt: number;
}

/** `INSERT ... SELECT`; `tokens` are the ones read so far. */
export interface InsertFromQuery {
  kind: 'insert-query';
  tokens: Token[];
}

/**
 * Reads an INSERT up to its data. The lexer stands behind the word INSERT. The data follows the
 * format name, blanks and at most one newline (ClickHouse's rule).
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

/** Is the token the one that follows `INTO [TABLE] [FUNCTION] name`? A table may be called VALUES. */
function endsTarget(token: Token, previous: Token | undefined): boolean {
  if (isWord(token, 'INTO', 'TABLE', 'FUNCTION') || token.text === '.') return false;
  return !isWord(previous, 'INSERT', 'INTO', 'TABLE', 'FUNCTION') && previous?.text !== '.';
}

/** `SELECT`, `WITH`, `FROM` (of FROM INFILE or FROM ... SELECT), also inside one pair of brackets. */
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
 * The statement that reads the data from a file. Data inside the statement is never given to the
 * embedded engine: it would take whatever follows a blank line for the next statement.
 */
export function insertFromFile(insert: InsertWithData, path: string): string {
  const { head, fileClauseAt, valuesAt } = insert;
  const clause = `FROM INFILE ${stringLiteral(path)} COMPRESSION 'none' `;
  const before = head.slice(0, fileClauseAt);
  if (valuesAt === undefined) return `${before}${clause}${head.slice(fileClauseAt)}`;
  return `${before}${clause}${head.slice(fileClauseAt, valuesAt)}FORMAT Values`;
}
