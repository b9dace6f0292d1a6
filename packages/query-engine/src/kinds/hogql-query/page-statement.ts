import type { SelectQuery, Statement } from '@tidemark/hogql';
import { HogQLError, parseOrderExpr } from '@tidemark/hogql';
import type { QueryPage } from '../../query-request';

/**
 * A statement that can be read page by page: one SELECT without LIMIT and OFFSET of its own.
 *
 * @throws HogQLError
 */
export function pageable(statement: Statement): SelectQuery {
  if (statement.type === 'SelectSetQuery') {
    throw new HogQLError(
      'hogql_query_error',
      'A UNION, INTERSECT or EXCEPT has no pages: read them from a sub-query, SELECT * FROM (...)',
      statement,
    );
  }
  const own = statement.limit ?? statement.offset;
  if (own !== null) {
    throw new HogQLError(
      'hogql_query_error',
      'A query that is read page by page cannot have a LIMIT or OFFSET: page_size sets the number of rows',
      own,
    );
  }
  return statement;
}

/**
 * The rows of one page. Rows that are equal in the statement's own order are ordered by their columns: rows that are
 * still equal are the same in the wire format, so no page repeats or skips one.
 */
export function pageStatement(
  statement: SelectQuery,
  columnCount: number,
  { offset }: QueryPage,
): SelectQuery {
  const byColumns = Array.from({ length: columnCount }, (_, i) => parseOrderExpr(String(i + 1)));
  return {
    ...statement,
    orderBy: [...(statement.orderBy ?? []), ...byColumns],
    offset: { type: 'Constant', value: offset, start: 0, end: 0 },
  };
}
