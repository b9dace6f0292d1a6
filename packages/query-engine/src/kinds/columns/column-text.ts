import type { OrderExpr } from '@tidemark/hogql';

/** A column without its label or comment: `person_display_name -- Person` → `person_display_name`. */
export function withoutLabel(column: string): string {
  return (column.split('--')[0] ?? '').trim();
}

/** One entry of `orderBy`: the direction may follow a label. */
export function orderOf(entry: string): {
  readonly column: string;
  readonly order: OrderExpr['order'];
} {
  const [column, direction] = withoutDirection(entry);
  const [inner, own] = withoutDirection(withoutLabel(column));
  return {
    column: inner.trim(),
    order: (direction ?? own ?? 'asc').toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
  };
}

function withoutDirection(given: string): readonly [text: string, direction: string | undefined] {
  const text = given.trimEnd();
  const match = /\s(asc|desc)$/i.exec(text);
  return [text.slice(0, match?.index), match?.[1]];
}
