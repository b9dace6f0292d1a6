import type { ActionDefinition, CompiledQuery } from '@tidemark/hogql';
import { compileHogQL, referencedActions } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { QueryFilters } from './filters';
import { refuseFilters } from './filters';
import { readModifiers } from './modifiers';

/** The fields of a `HogQLQuery` the engine acts on; the whole wire shape is checked at the door. */
export interface HogQLQuery {
  readonly kind: 'HogQLQuery';
  readonly query: string;
  readonly values?: Readonly<Record<string, unknown>> | null | undefined;
  readonly filters?: QueryFilters | null | undefined;
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Looks actions up inside one project; several of one name are `ambiguous`. */
export type ActionLookup = (
  projectId: number,
  references: readonly (number | string)[],
) => Promise<ReadonlyMap<number | string, ActionDefinition | 'ambiguous'>>;

/** Rows of a SQL query without a LIMIT (`wire/query.md` §6.4). */
const DEFAULT_LIMIT = 100;

/**
 * Text → guarded ClickHouse SQL with bound parameters.
 *
 * @throws HogQLError for any mistake in the text.
 */
export async function planHogQLQuery(
  query: HogQLQuery,
  context: {
    readonly project: QueryProject;
    readonly now: Date;
    readonly maxRows: number;
    readonly findActions: ActionLookup;
  },
): Promise<CompiledQuery> {
  refuseFilters(query.query, query.filters ?? {});
  const references = referencedActions(query.query);
  const actions =
    references.length === 0
      ? new Map<number | string, ActionDefinition | 'ambiguous'>()
      : await context.findActions(context.project.id, references);
  return compileHogQL(query.query, {
    projectId: context.project.id,
    timezone: context.project.timezone,
    weekStartDay: context.project.weekStartDay === 1 ? 1 : 0,
    now: context.now,
    actions,
    modifiers: readModifiers(query.modifiers ?? {}),
    values: query.values ?? {},
    defaultLimit: Math.min(DEFAULT_LIMIT, context.maxRows),
    maxRows: context.maxRows,
  });
}
