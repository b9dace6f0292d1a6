import { HogQLError, parseSelect } from '@tidemark/hogql';
import type { Placeholder } from '@tidemark/hogql';

/** What stands behind `{filters}` (`wire/hogql.md` §9.3). */
export interface QueryFilters {
  readonly properties?: readonly unknown[] | null | undefined;
  readonly dateRange?: Readonly<Record<string, unknown>> | null | undefined;
  readonly filterTestAccounts?: boolean | null | undefined;
}

/**
 * `{filters}` is true as long as there is nothing to filter by. Filters cannot be applied yet; a statement
 * that asks for them is refused, because rows that ignore them would be wrong. Filters without the
 * placeholder have no effect, as in the original.
 *
 * @throws HogQLError
 */
export function refuseFilters(text: string, filters: QueryFilters): void {
  if (!restricts(filters)) return;
  const placeholder = findFiltersPlaceholder(parseSelect(text));
  if (placeholder === null) return;
  throw new HogQLError(
    'hogql_not_implemented',
    'Filters for the {filters} placeholder are not supported. Write the conditions into the query.',
    placeholder,
  );
}

function restricts({ properties, dateRange, filterTestAccounts }: QueryFilters): boolean {
  const bounds = Object.values(dateRange ?? {}).filter((value) => value !== null && value !== '');
  return (properties ?? []).length > 0 || bounds.length > 0 || filterTestAccounts === true;
}

function findFiltersPlaceholder(node: unknown): Placeholder | null {
  if (typeof node !== 'object' || node === null) return null;
  if (isPlaceholder(node)) {
    return node.expr.type === 'Field' && node.expr.chain[0] === 'filters' ? node : null;
  }
  for (const child of Object.values(node)) {
    const found = findFiltersPlaceholder(child);
    if (found !== null) return found;
  }
  return null;
}

function isPlaceholder(node: object): node is Placeholder {
  return 'type' in node && node.type === 'Placeholder';
}
