import type { Database } from '../database';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { InsightVariable, InsightVariableFields } from './insight-variable';
import { toInsightVariable } from './insight-variable';

/** Every call names the project: a variable of another one is not found. */
export interface InsightVariableRepository {
  /** Oldest first. */
  list(projectId: number, page: PageRequest): Promise<Page<InsightVariable>>;
  findById(projectId: number, id: string): Promise<InsightVariable | null>;
  /** Those of these code names. */
  findNamed(projectId: number, codeNames: readonly string[]): Promise<readonly InsightVariable[]>;
  /** Null when the project has a variable of that code name. */
  create(
    projectId: number,
    fields: Pick<InsightVariable, 'name' | 'codeName' | 'type'> &
      Partial<InsightVariableFields> & { readonly createdById: number | null },
  ): Promise<InsightVariable | null>;
  /** Null when there is no such variable. */
  update(
    projectId: number,
    id: string,
    fields: Partial<InsightVariableFields>,
  ): Promise<InsightVariable | null>;
  /** False when there is no such variable. */
  delete(projectId: number, id: string): Promise<boolean>;
}

const CODE_NAME_INDEX = 'insight_variables_code_name';

export function createInsightVariableRepository({ db }: Database): InsightVariableRepository {
  const ofProject = (projectId: number) =>
    db.selectFrom('insight_variables').selectAll().where('project_id', '=', projectId);

  return {
    list(projectId, page) {
      const matches = ofProject(projectId);
      const rows = matches.orderBy('created_at').orderBy('id');
      return readPage(matches, rows, page, toInsightVariable);
    },

    async findById(projectId, id) {
      const row = await ofProject(projectId).where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toInsightVariable(row);
    },

    async findNamed(projectId, codeNames) {
      if (codeNames.length === 0) return [];
      const rows = await ofProject(projectId).where('code_name', 'in', codeNames).execute();
      return rows.map(toInsightVariable);
    },

    async create(projectId, fields) {
      try {
        const row = await db
          .insertInto('insight_variables')
          .values({
            ...columnsOf(fields),
            project_id: projectId,
            name: fields.name,
            type: fields.type,
            code_name: fields.codeName,
            created_by_id: fields.createdById,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return toInsightVariable(row);
      } catch (error) {
        if (isUniqueViolation(error, CODE_NAME_INDEX)) return null;
        throw error;
      }
    },

    async update(projectId, id, fields) {
      const columns = columnsOf(fields);
      // A SET list must not be empty.
      if (Object.keys(columns).length === 0) return this.findById(projectId, id);
      const row = await db
        .updateTable('insight_variables')
        .set(columns)
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toInsightVariable(row);
    },

    async delete(projectId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('insight_variables')
        .where('project_id', '=', projectId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function columnsOf({ name, type, defaultValue, values }: Partial<InsightVariableFields>) {
  return defined({ name, type, default_value: json(defaultValue), values: json(values) });
}

/** JSON null and no value at all are the same here. */
function json(value: unknown): string | null | undefined {
  return value === undefined ? undefined : value === null ? null : JSON.stringify(value);
}
