import type { ActionDefinition, CohortEntry, CompiledQuery } from '@tidemark/hogql';
import {
  compileStatement,
  parseSelect,
  referencedActions,
  referencesCohorts,
} from '@tidemark/hogql';
import type { QueryProject } from '../project';
import type { QueryFilters } from './filters';
import { refuseFilters } from './filters';
import type { MetadataLookup } from './metadata';
import { loadMetadata } from './metadata';
import { readModifiers } from './modifiers';
import type { PropertyTypeLookup } from './property-types';
import { loadPropertyTypes } from './property-types';

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

/** The live cohorts of a project. */
export type CohortLookup = (projectId: number) => Promise<readonly CohortEntry[]>;

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
    readonly findCohorts: CohortLookup;
    readonly findPropertyTypes: PropertyTypeLookup;
    readonly metadata: MetadataLookup;
  },
): Promise<CompiledQuery> {
  refuseFilters(query.query, query.filters ?? {});
  const references = referencedActions(query.query);
  const actions =
    references.length === 0
      ? new Map<number | string, ActionDefinition | 'ambiguous'>()
      : await context.findActions(context.project.id, references);
  const { id: projectId } = context.project;
  const statement = parseSelect(query.query);
  const values = query.values ?? {};
  const reading = { statement, values, actions };
  const metadata = await loadMetadata(context.metadata, projectId, statement);
  return compileStatement(statement, {
    ...metadata,
    projectId,
    propertyTypes: await loadPropertyTypes(context.findPropertyTypes, projectId, reading),
    timezone: context.project.timezone,
    weekStartDay: context.project.weekStartDay === 1 ? 1 : 0,
    now: context.now,
    actions,
    cohorts: referencesCohorts(statement) ? await context.findCohorts(projectId) : [],
    modifiers: readModifiers(query.modifiers ?? {}),
    values,
    defaultLimit: Math.min(DEFAULT_LIMIT, context.maxRows),
    maxRows: context.maxRows,
  });
}
