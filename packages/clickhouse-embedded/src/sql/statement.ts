import { ownError } from '../errors';
import { guardTokens } from './guard';
import { readInsert, type InsertWithData } from './insert';
import { isWord, LexError, Lexer, tokenise, type Token } from './lexer';
import { stringLiteral } from './literals';
import { isProcessList, showQueryIds } from './process-list';

/** A statement that returns rows: its output is written to a pipe. */
export interface ReadStatement {
  kind: 'read';
  text: string;
  /** Offset in {@link text} at which `INTO OUTFILE` is inserted. */
  outfileAt: number;
  /** The format in the statement; undefined if it has none. */
  format: string | undefined;
  /** Whether the statement reads only the list of running queries; such a statement must run when all slots are in use. */
  isProcessList: boolean;
}

/** Any other statement: DDL, INSERT ... SELECT, SYSTEM, SET. */
interface WriteStatement {
  kind: 'write';
  text: string;
  isInsert: boolean;
}

/** `KILL QUERY`. */
export interface KillStatement {
  kind: 'kill';
  text: string;
  tokens: Token[];
}

export type Statement = ReadStatement | WriteStatement | KillStatement | InsertWithData;

const READ_WORDS = ['SELECT', 'FROM', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS', 'CHECK'];

/**
 * Finds the type of a statement and the offsets at which it can be extended, without the engine. The engine's own
 * parser then checks the number of statements and whether they only read.
 * @throws ClickHouseException for a statement that a server rejects over HTTP
 */
export function analyseStatement(sql: string): Statement {
  try {
    return analyse(sql);
  } catch (error) {
    if (!(error instanceof LexError)) throw error;
    throw ownError(62, `${error.message}: Syntax error: failed at position ${error.position + 1}`);
  }
}

function analyse(sql: string): Statement {
  const lexer = new Lexer(sql);
  const first = lexer.next();
  const tokens: Token[] = first === undefined ? [] : [first];
  if (first !== undefined && isWord(first, 'INSERT')) {
    const insert = readInsert(sql, lexer, first);
    if (insert.kind === 'insert-data') {
      guardTokens(tokenise(insert.head));
      return insert;
    }
    tokens.splice(0, 1, ...insert.tokens);
  }
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) tokens.push(token);
  while (tokens.at(-1)?.text === ';') tokens.pop();
  const last = tokens.at(-1);
  if (last === undefined) throw ownError(62, 'Syntax error: Empty query');
  guardTokens(tokens);
  return classify(sql.slice(0, last.end), tokens);
}

function classify(text: string, tokens: Token[]): Statement {
  const [first, second] = tokens;
  if (isWord(first, 'KILL') && isWord(second, 'QUERY')) return { kind: 'kill', text, tokens };
  const isInsert = tokens.some((token) => token.depth === 0 && isWord(token, 'INSERT'));
  const isRead = isWord(first, ...READ_WORDS) || isWord(first, 'WITH') || first?.text === '(';
  if (!isRead || (isInsert && isWord(first, 'WITH'))) return { kind: 'write', text, isInsert };
  if (!isProcessList(tokens)) return readStatement(text, tokens, false);
  const shown = showQueryIds(text, tokens);
  return readStatement(shown, tokenise(shown), true);
}

function readStatement(text: string, tokens: Token[], isProcessList: boolean): ReadStatement {
  const closing = findFormat(tokens);
  const outfileAt = closing?.keyword.start ?? text.length;
  return { kind: 'read', text, outfileAt, format: closing?.name.text, isProcessList };
}

/** Returns the tokens of `FORMAT name [SETTINGS ...]` at the end, before which INTO OUTFILE must be inserted. */
function findFormat(tokens: readonly Token[]): { keyword: Token; name: Token } | undefined {
  for (let index = tokens.length - 2; index > 0; index -= 1) {
    const keyword = tokens[index];
    const name = tokens[index + 1];
    const after = tokens[index + 2];
    if (keyword === undefined || name?.kind !== 'word') continue;
    if (keyword.depth !== 0 || !isWord(keyword, 'FORMAT')) continue;
    if (after !== undefined && !isWord(after, 'SETTINGS')) continue;
    return { keyword, name };
  }
  return undefined;
}

/**
 * Returns the statement with its output written to a file.
 * @param fileClause ` INTO OUTFILE ...`, see {@link outfileClause}
 * @param defaultFormat the format if the statement has none
 */
export function readIntoFile(
  statement: ReadStatement,
  fileClause: string,
  defaultFormat: string,
): string {
  const { text, outfileAt, format } = statement;
  const end = format === undefined ? ` FORMAT ${defaultFormat}` : text.slice(outfileAt);
  return `${text.slice(0, outfileAt).trimEnd()}${fileClause}${end}`;
}

/**
 * @param path a named pipe, or a file that does not exist yet. With APPEND, the engine opens an existing pipe; without
 *   it, an existing path is rejected.
 */
export function outfileClause(path: string): string {
  // On a new line, because the statement may end with a line comment.
  return `\nINTO OUTFILE ${stringLiteral(path)} APPEND COMPRESSION 'none' `;
}
