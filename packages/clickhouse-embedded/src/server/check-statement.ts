import type { Statement } from '../sql/statement';
import type { Engine } from './engine';
import { ownError } from '../errors';

/** `unparsable`: the statement is run unchanged, so that the engine returns its error message. */
export type Verdict = 'as-read' | 'unparsable';

const READS = 0;

/**
 * Checks a statement with the engine's own parser: there must be exactly one statement, and one that this server treats
 * as a read must only read (INTO OUTFILE does not count as a read).
 * @throws ClickHouseException if the parsers disagree
 */
export async function checkStatement(engine: Engine, statement: Statement): Promise<Verdict> {
  const text = statement.kind === 'insert-data' ? statement.head : statement.text;
  const { statementCount, queryClass } = await engine.classify(text);
  if (statementCount === 0) return 'unparsable';
  if (statementCount > 1) {
    throw ownError(62, 'Syntax error (Multi-statements are not allowed)');
  }
  if (statement.kind === 'read' && queryClass !== READS) {
    throw ownError(62, 'Syntax error: the statement does more than read');
  }
  return 'as-read';
}
