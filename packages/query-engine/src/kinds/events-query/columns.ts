import type { AstBuilder, Expr } from '@tidemark/hogql';
import { parseExpr } from '@tidemark/hogql';
import { withoutLabel } from '../columns/column-text';
import { displayNameExpr } from '../columns/display-name';

/** How the cells of a column are shown. */
type CellKind = 'value' | 'event' | 'person' | 'display_name';

export interface EventColumn {
  /** The name in the response: the alias, else the text from the client. */
  readonly name: string;
  /** The client's text without a label. */
  readonly text: string;
  readonly kind: CellKind;
  readonly expr: Expr;
}

/** The parts of a `*` cell, in the order of its tuple. */
export const EVENT_FIELDS = [
  'uuid',
  'event',
  'properties',
  'timestamp',
  'team_id',
  'distinct_id',
  'elements_chain',
  'created_at',
  'person_mode',
] as const;

/**
 * A column of `select`.
 *
 * @param names properties by which the project names persons
 * @throws HogQLError
 */
export function eventColumn(input: string, names: readonly string[], ast: AstBuilder): EventColumn {
  const text = withoutLabel(input);
  switch (text) {
    case '*': {
      const fields = EVENT_FIELDS.map((field) => ast.field(field));
      return { name: input, text, kind: 'event', expr: ast.call('tuple', ...fields) };
    }
    case 'person':
      return { name: input, text, kind: 'person', expr: ast.field('distinct_id') };
    case 'person_display_name': {
      const expr = ast.call(
        'tuple',
        personName(names, ast),
        ast.call('toString', ast.field('person_id')),
        ast.field('distinct_id'),
      );
      return { name: input, text, kind: 'display_name', expr };
    }
    default: {
      const expr = parseExpr(input);
      return { name: expr.type === 'Alias' ? expr.alias : input, text, kind: 'value', expr };
    }
  }
}

/** The expression that a column is sorted by. @throws HogQLError */
export function eventOrder(column: string, names: readonly string[], ast: AstBuilder): Expr {
  if (column === 'person_display_name') return personName(names, ast);
  if (column === 'person') return ast.field('person_id');
  return column === '*' ? ast.field('uuid') : parseExpr(column);
}

function personName(names: readonly string[], ast: AstBuilder): Expr {
  return displayNameExpr(names, ['person', 'properties'], ast.field('distinct_id'), ast);
}
