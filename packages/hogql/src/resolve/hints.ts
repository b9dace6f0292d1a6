import { closest } from '../functions/closest';
import type { SelectScope } from './select-scope';

/** ". Did you mean: x?" when something visible is spelled alike, else nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const candidate = closest(name, candidates);
  return candidate === null ? '' : `. Did you mean: ${candidate}?`;
}

/** Everything a first step could have been. */
export function visibleNames(scope: SelectScope): string[] {
  return [
    ...scope.aliasNames(),
    ...scope.tables.flatMap((table) => [table.alias, ...table.reader.names()]),
  ];
}
