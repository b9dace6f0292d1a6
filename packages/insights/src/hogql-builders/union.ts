import type { Statement } from '@tidemark/hogql';

/** All rows of all statements; each must have the same columns in the same order. */
export function unionAll([first, ...others]: readonly Statement[]): Statement {
  if (first === undefined) throw new Error('A union needs a statement');
  if (others.length === 0) return first;
  const at = { start: 0, end: 0 };
  return {
    type: 'SelectSetQuery',
    initialSelectQuery: first,
    subsequentSelectQueries: others.map((selectQuery) => ({
      type: 'SelectSetNode',
      setOperator: 'UNION ALL',
      selectQuery,
      ...at,
    })),
    orderBy: null,
    limit: null,
    offset: null,
    ...at,
  };
}
