import type { CompiledQuery, Statement } from '@tidemark/hogql';
import { referencedTables } from '../../plan/referenced-tables';
import type { IndexUsage } from './index-usage';
import { indexUsage } from './index-usage';
import type { Notice } from './notices';
import { adviceNotices, fieldNotices, noticeAt } from './notices';

/** The metadata of a text for an editor (`docs/wire/query-kinds.md#metadata-response`). */
export interface HogQLMetadataResponse {
  query: string;
  isValid: boolean;
  isValidView: boolean | null;
  isUsingIndices: IndexUsage;
  errors: readonly Notice[];
  warnings: readonly Notice[];
  notices: readonly Notice[];
  table_names: readonly string[];
  ch_table_names: readonly string[] | null;
}

/** The metadata of a valid text. */
export function validMetadata(
  {
    query,
    isStatement,
    shift,
  }: {
    readonly query: string;
    /** A whole statement, not an expression. */
    readonly isStatement: boolean;
    readonly shift: number;
  },
  statement: Statement,
  compiled: CompiledQuery,
): HogQLMetadataResponse {
  const text = { length: query.length, shift };
  return {
    query,
    isValid: true,
    isValidView: isStatement ? isView(statement) : null,
    isUsingIndices: indexUsage(statement),
    errors: [],
    warnings: compiled.warnings.map((warning) =>
      noticeAt(warning, { start: null, end: null }, text),
    ),
    notices: [...fieldNotices(compiled, query, shift), ...adviceNotices(compiled, query, shift)],
    table_names: isStatement ? referencedTables(query) : [],
    ch_table_names: compiled.physicalTables,
  };
}

/** Whether a statement can be saved as a view: each of its columns has a distinct name. */
function isView(statement: Statement): boolean {
  if (statement.type === 'SelectSetQuery') {
    return (
      isView(statement.initialSelectQuery) &&
      statement.subsequentSelectQueries.every(({ selectQuery }) => isView(selectQuery))
    );
  }
  return statement.select.every(
    (expr) => expr.type === 'Alias' || (expr.type === 'Field' && expr.chain.at(-1) !== '*'),
  );
}
