import type { OrderExpr } from '@tidemark/hogql';

/** What a label or a comment leaves of a column: `person_display_name -- Person` → `person_display_name`. */
export function withoutLabel(column: string): string {
  return (column.split('--')[0] ?? '').trim();
}

/** One entry of `orderBy`: the direction may stand behind a label. */
export function orderOf(entry: string): {
  readonly column: string;
  readonly order: OrderExpr['order'];
} {
  const [, column = entry, direction] = /^(.*?)(?:\s+(asc|desc))?\s*$/is.exec(entry) ?? [];
  const bare = withoutLabel(column);
  const [, inner = bare, own] = /^(.*?)(?:\s+(asc|desc))?$/is.exec(bare) ?? [];
  return {
    column: inner.trim(),
    order: (direction ?? own ?? 'asc').toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
  };
}
