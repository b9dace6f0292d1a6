import type { TypeKind } from '@tidemark/hogql';
import { parseSelect } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import { compileForProject } from './compile-for-project';
import type { ProjectLookups } from './lookups';
import { withViews } from './views';

/** Field types in the wire format (`docs/wire/query-kinds.md#field-types`). */
const FIELD_TYPES: Readonly<Partial<Record<TypeKind, string>>> = {
  String: 'string',
  UUID: 'string',
  Integer: 'integer',
  Float: 'float',
  Decimal: 'decimal',
  Boolean: 'boolean',
  DateTime: 'datetime',
  Date: 'date',
  Array: 'array',
  JSON: 'json',
};

/**
 * The columns of the statement of the view `name`.
 *
 * @throws HogQLError for any error in it, and if the view would read itself
 */
export async function describeView(
  { lookups, now }: { readonly lookups: ProjectLookups; readonly now: Date },
  project: QueryProject,
  view: { readonly name: string; readonly query: string },
): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const parsed = parseSelect(view.query);
  const statement = await withViews(lookups.metadata, project.id, parsed, [view.name]);
  const { columns, kinds } = await compileForProject(statement, {
    project,
    lookups,
    now,
    defaultLimit: 1,
    maxRows: 1,
  });
  return columns.map((name, at) => ({
    name,
    type: FIELD_TYPES[kinds[at] ?? 'Unknown'] ?? 'unknown',
  }));
}
