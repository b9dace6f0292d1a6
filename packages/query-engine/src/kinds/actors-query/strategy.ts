import type { ActorsQueryBody } from '@tidemark/contracts';
import type { AstBuilder, Expr, SelectQuery } from '@tidemark/hogql';
import { parseSelect } from '@tidemark/hogql';
import { displayNameExpr } from '../columns/display-name';

/** The differences between persons and groups as actors. */
export interface ActorStrategy {
  readonly table: 'persons' | 'groups';
  /** The column with the id of an actor. */
  readonly id: 'id' | 'key';
  /** Fields of the table that a client may write without the table's name. */
  readonly fields: ReadonlySet<string>;
  readonly defaultSelect: readonly string[];
  /** @param chosen properties by which the project names persons */
  name(ast: AstBuilder, chosen: readonly string[]): Expr;
  search(text: string, ast: AstBuilder): Expr;
}

function containing(expr: Expr, text: string, ast: AstBuilder): Expr {
  return ast.compare('ilike', expr, ast.constant(`%${text}%`));
}

const persons: ActorStrategy = {
  table: 'persons',
  id: 'id',
  fields: new Set(['id', 'created_at', 'properties', 'is_identified', 'pdi']),
  defaultSelect: ['person', 'id', 'person.$delete'],
  name: (ast, chosen) =>
    displayNameExpr(
      chosen,
      ['persons', 'properties'],
      ast.call('toString', ast.field('persons', 'id')),
      ast,
    ),
  search(text, ast) {
    const skeleton = parseSelect('select person_id from person_distinct_ids') as SelectQuery;
    const where = containing(ast.field('distinct_id'), text, ast);
    const property = (key: string): Expr =>
      ast.call('toString', ast.field('persons', 'properties', key));
    return ast.or([
      containing(property('email'), text, ast),
      containing(property('name'), text, ast),
      containing(ast.call('toString', ast.field('persons', 'id')), text, ast),
      ast.compare('in', ast.field('persons', 'id'), { ...skeleton, where }),
    ]);
  },
};

const groups: ActorStrategy = {
  table: 'groups',
  id: 'key',
  fields: new Set(['key', 'index', 'created_at', 'updated_at', 'properties']),
  defaultSelect: ['group'],
  name: (ast) =>
    ast.call(
      'coalesce',
      ast.call('toString', ast.field('groups', 'properties', 'name')),
      ast.field('groups', 'key'),
    ),
  search: (text, ast) =>
    ast.or([
      containing(ast.call('toString', ast.field('groups', 'properties', 'name')), text, ast),
      containing(ast.field('groups', 'key'), text, ast),
    ]),
};

export const strategies = { persons, groups } as const;

/** The search text of a query; null without a search. */
export function searchOf({ search }: ActorsQueryBody): string | null {
  const text = (search ?? '').trim();
  return text === '' ? null : text;
}
