import type { ExperimentForQuery } from '@tidemark/contracts';
import type { ActionDefinition, CohortEntry, PropertyOwner } from '@tidemark/hogql';
import type { Database } from '@tidemark/postgres';
import {
  createCohortRepository,
  createExperimentRepository,
  createInsightVariableRepository,
  findGoalActions,
  findNonText,
  findReferencedActions,
  listPropertyDefinitions,
} from '@tidemark/postgres';
import type { MetadataLookup } from './metadata';
import { createMetadataLookup } from './metadata-lookup';
import { createPropertyTypeLookup } from './property-type-lookup';
import type { PropertyTypeLookup } from './property-types';
import type { ValueLookup } from './text-properties';
import type { VariableLookup } from './variables';

/** Finds actions of one project by id or name; a name of several actions is `ambiguous`. */
export type ActionLookup = (
  projectId: number,
  references: readonly (number | string)[],
) => Promise<ReadonlyMap<number | string, ActionDefinition | 'ambiguous'>>;

/** The live cohorts of a project. */
export type CohortLookup = (projectId: number) => Promise<readonly CohortEntry[]>;

/** The definitions of a project that statements can depend on. */
export interface ProjectLookups {
  readonly findActions: ActionLookup;
  /** The actions that are goals of a project, limited in number. */
  findGoals(
    projectId: number,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly name: string | null }[]>;
  readonly findCohorts: CohortLookup;
  /** Null for an experiment that the project does not have. */
  findExperiment(projectId: number, id: number): Promise<ExperimentForQuery | null>;
  readonly findPropertyTypes: PropertyTypeLookup;
  readonly findValues: ValueLookup;
  readonly metadata: MetadataLookup;
  readonly findVariables: VariableLookup;
  /** Defined properties of an owner whose names contain a word, by name. */
  findProperties(
    projectId: number,
    owner: PropertyOwner,
    word: string,
    limit: number,
  ): Promise<readonly { readonly name: string; readonly propertyType: string | null }[]>;
}

/** Reads definitions from Postgres for every statement: a change takes effect at once. */
export function createProjectLookups(database: Database): ProjectLookups {
  const cohorts = createCohortRepository(database);
  const variables = createInsightVariableRepository(database);
  const experiments = createExperimentRepository(database);
  return {
    findActions: (projectId, references) => findReferencedActions(database, projectId, references),
    findGoals: (projectId, limit) => findGoalActions(database, projectId, limit),
    findCohorts: (projectId) => cohorts.listLive(projectId),
    findExperiment: (projectId, id) => experiments.findForQuery(projectId, id),
    findPropertyTypes: createPropertyTypeLookup(database),
    findValues: (projectId, names) => findNonText(database, projectId, names),
    metadata: createMetadataLookup(database),
    async findProperties(projectId, owner, word, limit) {
      const { rows } = await listPropertyDefinitions(database.db, projectId, {
        owner,
        words: word === '' ? [] : [word],
        excludedNames: [],
        onlyOfEvents: false,
        page: { limit, offset: 0 },
      });
      return rows.map(({ definition }) => definition);
    },
    findVariables: (projectId, codeNames) => variables.findNamed(projectId, codeNames),
  };
}
