import type { Statement } from '../sql/statement';
import type { Engine } from './engine';
import { ownError } from '../errors';

/** `unparsable`: to be run as it is, for the sake of the engine's own error message. */
export type Verdict = 'as-read' | 'unparsable';

const READS = 0;

/**
 * Second look at a statement, by the engine's own parser: exactly one statement, and what we take
 * for reading must only read (INTO OUTFILE counts as more than that).
 * @throws ClickHouseException when the two parsers disagree
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
