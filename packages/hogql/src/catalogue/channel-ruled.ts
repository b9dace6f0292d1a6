import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';
import type { ChannelRule } from './channels/channel-rules';

/**
 * Returns the tables with the project's own channels in every field that contains a channel, in joined tables too.
 * Tables refer to each other in cycles, so a joined table is made when it is first read, once.
 */
export function withChannelRules(
  tables: readonly TableDefinition[],
  rules: readonly ChannelRule[],
): readonly TableDefinition[] {
  if (rules.length === 0) return tables;
  const made = new Map<TableDefinition, TableDefinition>();
  const ruledTable = (table: TableDefinition): TableDefinition => {
    const known = made.get(table);
    if (known !== undefined) return known;
    const ruled = { ...table, fields: ruledFields(table.fields) };
    made.set(table, ruled);
    return ruled;
  };
  const ruledField = (field: FieldDefinition): FieldDefinition => {
    switch (field.kind) {
      case 'computed':
        return field.withChannelRules?.(rules) ?? field;
      case 'virtual':
        return { ...field, fields: ruledFields(field.fields) };
      case 'join':
        return {
          ...field,
          get table() {
            return ruledTable(field.table);
          },
        };
      default:
        return field;
    }
  };
  const ruledFields = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruledField(field)]));
  return tables.map(ruledTable);
}
