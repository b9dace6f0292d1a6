import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { ifTaken } from '../unique-violation';
import type { InsightVariable, InsightVariableFields } from './insight-variable';
import { toInsightVariable } from './insight-variable';
import { INSIGHT_VARIABLE_HISTORY } from './insight-variable-history';
import { INSIGHT_VARIABLE_FIELDS } from './insight-variable';

/**
 * Stores the variables of projects. Every method takes the project id and does not find variables of other projects.
 */
export interface InsightVariableRepository {
  /** Oldest first. */
  list(projectId: number, page: PageRequest): Promise<Page<InsightVariable>>;
  findById(projectId: number, id: string): Promise<InsightVariable | null>;
  /** The variables with the given code names. */
  findNamed(projectId: number, codeNames: readonly string[]): Promise<readonly InsightVariable[]>;
  /** Null if the project already has a variable with this code name. */
  create(
    by: ProjectAuthor,
    fields: Pick<InsightVariable, 'name' | 'codeName' | 'type'> & Partial<InsightVariableFields>,
  ): Promise<InsightVariable | null>;
  /** Null if there is no such variable. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<InsightVariableFields>,
  ): Promise<InsightVariable | null>;
  /** False if there is no such variable. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

const CODE_NAME_INDEX = 'insight_variables_code_name';

export function createInsightVariableRepository({
  db,
  change,
}: ResourceDatabase): InsightVariableRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('insight_variables').selectAll().where('project_id', '=', projectId);
  const rows = createOwnedRows(change, {
    name: 'insight_variables',
    history: INSIGHT_VARIABLE_HISTORY,
    toThing: toInsightVariable,
  });

  return {
    list(projectId, page) {
      const matches = ofProject(projectId);
      const ordered = matches.orderBy('created_at').orderBy('id');
      return readPage(matches, ordered, page, toInsightVariable);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    async findNamed(projectId, codeNames) {
      if (codeNames.length === 0) return [];
      const found = await ofProject(projectId).where('code_name', 'in', codeNames).execute();
      return found.map(toInsightVariable);
    },

    create: (by, { codeName, ...fields }) =>
      rows
        .create(by, by.projectId, {
          ...INSIGHT_VARIABLE_FIELDS.toColumns(fields),
          code_name: codeName,
          created_by_id: by.userId,
        })
        .catch(ifTaken(CODE_NAME_INDEX, null)),

    update: (by, id, fields) =>
      rows.update(by, by.projectId, id, INSIGHT_VARIABLE_FIELDS.toColumns(fields)),
    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}
