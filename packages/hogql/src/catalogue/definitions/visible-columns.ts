import type { Fields } from './table-definition';

/** The columns that an asterisk means. */
export function visibleColumns(fields: Fields): string[] {
  return Object.entries(fields)
    .filter(([, definition]) => definition.hidden !== true)
    .map(([name]) => name);
}

/** The columns that an asterisk means below a path, as in `person.*`; null if the path does not lead to a table. */
export function columnsBelow(fields: Fields, path: readonly string[]): string[] | null {
  const [first, ...rest] = path;
  if (first === undefined) return visibleColumns(fields);
  const definition = Object.hasOwn(fields, first) ? fields[first] : undefined;
  switch (definition?.kind) {
    case 'path':
      return columnsBelow(fields, [...definition.to, ...rest]);
    case 'virtual':
      return columnsBelow(definition.fields, rest);
    case 'join':
      return columnsBelow(definition.table.fields, rest);
    default:
      return null;
  }
}
