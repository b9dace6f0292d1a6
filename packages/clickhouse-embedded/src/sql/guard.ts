import { ownError } from '../errors';
import { isWord, type Token } from './lexer';

/**
 * Names of functions and engines that open local files or run programs. A server restricts them to its directory
 * `user_files`; the embedded engine would open any path that the process can read.
 */
const LOCAL_ACCESS = new Set(['FILE', 'FILECLUSTER', 'EXECUTABLE', 'EXECUTABLEPOOL', 'SQLITE']);

/**
 * Rejects statements that a ClickHouse server rejects over HTTP, or allows only within its own directories.
 * @throws ClickHouseException
 */
export function guardTokens(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token.text === ';') {
      const at = token.start + 1;
      throw ownError(
        62,
        `Syntax error (Multi-statements are not allowed): failed at position ${at} (end of query)`,
      );
    }
    if (token.text.includes('\0')) {
      throw ownError(62, `Syntax error: failed at position ${token.start + 1} (null character)`);
    }
    if (isWord(token, 'INTO') && isWord(next, 'OUTFILE')) {
      throw ownError(358, 'INTO OUTFILE is not allowed');
    }
    if (isWord(token, 'FROM') && isWord(next, 'INFILE')) {
      throw ownError(78, 'Query has infile and was send directly to server');
    }
    if (next?.text === '(' && LOCAL_ACCESS.has(unquotedName(token).toUpperCase())) {
      throw ownError(291, `Local files and programs are not accessible: ${unquotedName(token)}`);
    }
  });
  if (isWord(tokens[0], 'SYSTEM') && isWord(tokens[1], 'SHUTDOWN', 'KILL')) {
    throw ownError(48, 'The embedded engine is stopped by stopping its process');
  }
}

/** Returns the name of a token, without quotes. */
export function unquotedName(token: Token): string {
  return token.kind === 'quoted-name' ? token.text.slice(1, -1) : token.text;
}
