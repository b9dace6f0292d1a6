import { printHogQL } from '@tidemark/hogql';
import type { StoredTableJoin } from '@tidemark/postgres';

/** A join that the project defines, in the wire format. */
export function describeJoin(join: StoredTableJoin): object {
  return {
    id: join.id,
    source_table_name: join.sourceTable,
    source_table_key: join.sourceKey,
    joining_table_name: join.joiningTable,
    joining_table_key: join.joiningKey,
    field_name: join.fieldName,
    created_at: join.createdAt.toISOString(),
    configuration: join.configuration,
  };
}

interface Described {
  readonly fields?: object;
}

/** Adds joins to the fields of tables as lazy tables. */
export function withJoinFields(
  tables: Readonly<Record<string, object>>,
  joins: readonly StoredTableJoin[],
): Readonly<Record<string, object>> {
  const shown: Record<string, object> = { ...tables };
  for (const { sourceTable, joiningTable, fieldName } of joins) {
    const source: Described | undefined = shown[sourceTable];
    const joined: Described | undefined = tables[joiningTable];
    // Deleting a table does not delete its joins.
    if (source === undefined || joined === undefined) continue;
    const field = {
      name: fieldName,
      hogql_value: printHogQL({ type: 'Field', chain: [fieldName], start: 0, end: 0 }),
      type: 'lazy_table',
      schema_valid: true,
      table: joiningTable,
      fields: Object.keys(joined.fields ?? {}),
      id: fieldName,
    };
    shown[sourceTable] = { ...source, fields: { ...source.fields, [fieldName]: field } };
  }
  return shown;
}
