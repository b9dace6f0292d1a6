import type { SelectQuery, Statement } from '../../syntax/ast';
import { astBuilder } from '../../syntax/build';
import { HogQLError } from '../../syntax/errors';
import { parseSelect } from '../../syntax/parser';

/** Names of columns that contain persons, in order of priority. */
const PERSON_COLUMNS = ['person_id', 'actor_id', 'id'];

/**
 * The statement that finds the members of a cohort made from a query: one column with the distinct person ids of the
 * query's rows as text.
 *
 * @param columns the query's columns; without a known name the first one contains the persons
 * @throws HogQLError when no column can
 */
export function membersStatement(query: Statement, columns: readonly string[]): Statement {
  const name = PERSON_COLUMNS.find((column) => columns.includes(column)) ?? columns[0];
  if (name === undefined) {
    throw new HogQLError('hogql_query_error', 'The query of a cohort needs a column of person ids');
  }
  const skeleton = parseSelect('select distinct toString(q.c) as member from (select 1) as q');
  const { selectFrom } = skeleton as SelectQuery;
  const [member] = (skeleton as SelectQuery).select;
  if (selectFrom === null || member?.type !== 'Alias') throw new Error('the skeleton has changed');
  const ast = astBuilder(query);
  const expr = ast.call('toString', ast.field('q', name));
  return {
    ...(skeleton as SelectQuery),
    select: [{ ...member, expr }],
    selectFrom: { ...selectFrom, table: query },
  };
}
