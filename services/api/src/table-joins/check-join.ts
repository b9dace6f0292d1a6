import { HogQLError, printHogQL } from '@tidemark/hogql';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { TableJoinFields } from '@tidemark/postgres';
import type { ProjectLookups, QueryProject } from '@tidemark/query-engine';
import { toWireError } from '../query/query-error';
import { describeTable, describeView, joinKey } from '@tidemark/query-engine';

export interface JoinCheckDeps {
  readonly lookups: ProjectLookups;
  readonly now: () => Date;
}

type Side = { readonly table: string; readonly key: string };

const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'team_id']);

/** The rules of PostHog's serializer, in its words. @throws ApiError 400 */
export async function checkJoin(
  deps: JoinCheckDeps,
  project: QueryProject,
  join: TableJoinFields,
): Promise<void> {
  await checkSides(deps, project, join);
  const { fieldName, sourceTable, configuration } = join;
  if (fieldName.includes('.')) throw rejection("Field name must not contain a period: '.'");
  if (RESERVED.has(fieldName.toLowerCase()) || fieldName.includes('%')) {
    throw rejection(`Field name "${fieldName}" cannot be used`);
  }
  const fields = await describeTable(deps.lookups, project, sourceTable);
  if (fields?.includes(fieldName) === true) {
    throw rejection(`Field name "${fieldName}" already exists on table "${sourceTable}"`);
  }
  if (configuration?.['experiments_optimized'] === true) {
    throw rejection('Joins that are optimized for experiments are not supported.');
  }
}

/** Checks that both tables exist and both keys are fields of them. @throws ApiError 400 */
export async function checkSides(
  deps: JoinCheckDeps,
  project: QueryProject,
  join: Pick<TableJoinFields, 'sourceTable' | 'sourceKey' | 'joiningTable' | 'joiningKey'>,
): Promise<void> {
  await checkSide(deps, project, { table: join.sourceTable, key: join.sourceKey });
  await checkSide(deps, project, { table: join.joiningTable, key: join.joiningKey });
}

async function checkSide(
  { lookups, now }: JoinCheckDeps,
  project: QueryProject,
  { table, key }: Side,
): Promise<void> {
  if ((await describeTable(lookups, project, table)) === null) {
    throw rejection(`Invalid table: ${table}`);
  }
  try {
    const field = printHogQL({ type: 'Field', chain: joinKey(key), start: 0, end: 0 });
    await describeView({ lookups, now: now() }, project, {
      // A join has no name; only a view could read itself.
      name: '',
      query: `SELECT ${field} FROM ${tableText(table)}`,
    });
  } catch (error) {
    if (error instanceof HogQLError) throw rejection(error.message);
    throw toWireError(error, '');
  }
}

/** A table's name as it is written in a statement. */
export function tableText(table: string): string {
  return printHogQL({ type: 'Field', chain: table.split('.'), start: 0, end: 0 });
}

function rejection(detail: string): ApiError {
  return validationError('invalid_input', detail);
}
