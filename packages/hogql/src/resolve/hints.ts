import { closest } from '../functions/closest';
import type { Span } from '../ast';
import { HogQLError } from '../errors';
import type { SelectScope } from './select-scope';

/** ". Did you mean: x?" when something visible is spelled alike, else nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = closest(name, candidates);
  return candidate === null ? '' : `. Did you mean: ${candidate}?`;
}

const SYSTEM = 'system.';

/** The error for a table nobody has; names below `system` are compared without that part. */
export function unknownTable(name: string, tables: Iterable<string>, span: Span): HogQLError {
  const isSystem = name.startsWith(SYSTEM);
  const alike = [...tables].filter((table) => table.startsWith(SYSTEM) === isSystem);
  const prefix = isSystem ? SYSTEM : '';
  const found = closest(
    name.slice(prefix.length),
    alike.map((table) => table.slice(prefix.length)),
  );
  const hint = found === null ? '.' : `. Did you mean: ${prefix}${found}?`;
  return new HogQLError('hogql_query_error', `Unknown table \`${name}\`${hint}`, span);
}

/** Everything a first step could have been. */
export function visibleNames(scope: SelectScope): string[] {
  return [
    ...scope.aliasNames(),
    ...scope.tables.flatMap((table) => [table.alias, ...table.reader.names()]),
  ];
}
