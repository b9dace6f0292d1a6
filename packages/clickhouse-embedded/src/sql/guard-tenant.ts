import { ownError } from '../errors';
import { unquotedName } from './guard';
import { isWord, tokenise, type Token } from './lexer';
import type { Statement } from './statement';

/** Table functions that read the files of a table without its row policies. */
const READS_PARTS = /^MERGETREE/i;

/**
 * Rejects statements that a tenant may not send. A tenant may send one statement that reads, without functions that read
 * parts of a table, and without SETTINGS: the row policies depend on a setting, and this version of the engine checks
 * that clause only in the outermost SELECT (ClickHouse 115397, fixed in 26.7.6.49).
 * @throws ClickHouseException
 */
export function guardTenant(statement: Statement): void {
  if (statement.kind !== 'read') {
    throw ownError(497, 'Not enough privileges: this user can only read');
  }
  const tokens: readonly Token[] = tokenise(statement.text);
  const isRead = isWord(tokens[0], 'SELECT', 'WITH', 'EXPLAIN') || tokens[0]?.text === '(';
  if (!isRead) throw ownError(497, 'Not enough privileges: this user can only read rows');
  tokens.forEach((token, index) => {
    if (isWord(token, 'SETTINGS')) {
      throw ownError(164, "Cannot modify settings in readonly mode: SETTINGS is not this user's");
    }
    if (tokens[index + 1]?.text === '(' && READS_PARTS.test(unquotedName(token))) {
      throw ownError(497, `Not enough privileges: ${unquotedName(token)} reads past row policies`);
    }
  });
}
