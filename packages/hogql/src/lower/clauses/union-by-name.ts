import type { SelectSetQuery } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import { column, NULL, selectFrom } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { LoweredQuery, OutputColumn } from '../scope/lowered-query';
import { typed } from '../scope/typed';

const PART = 'part';

export function isByName(node: SelectSetQuery): boolean {
  const byName = node.subsequentSelectQueries.filter(({ setOperator }) =>
    setOperator.endsWith('BY NAME'),
  );
  if (byName.length === 0) return false;
  const other = node.subsequentSelectQueries.find((part) => !byName.includes(part));
  if (other === undefined) return true;
  throw new HogQLError(
    'hogql_not_implemented',
    'BY NAME together with other set operators is not supported',
    other,
  );
}

/** The branches with their columns in one order; a column that a branch does not have is NULL there. */
export function alignedByName(branches: readonly LoweredQuery[]): LoweredQuery[] {
  const all = new Map<string, OutputColumn>();
  for (const output of branches.flatMap((branch) => branch.columns)) {
    if (!all.has(output.name)) all.set(output.name, output);
  }
  return branches.map((branch) => {
    const own = new Map(branch.columns.map((output) => [output.name, output]));
    const columns = [...all.values()].map(({ name, label }): OutputColumn => {
      const output = own.get(name);
      const value =
        output === undefined
          ? typed(NULL, typeOf('Null'))
          : typed(column(PART, name), output.value.type);
      return { name, label, value };
    });
    return {
      columns,
      addColumn: null,
      build: () =>
        selectFrom(
          { source: branch.build(), alias: PART, joins: [] },
          columns.map(({ name, value }) => ({ name, expr: value.sql })),
        ),
    };
  });
}
