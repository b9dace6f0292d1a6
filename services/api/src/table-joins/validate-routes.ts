import { tableJoinKeysSchema, tableJoinValidationSchema } from '@tidemark/contracts';
import { printHogQL } from '@tidemark/hogql';
import { joinKey } from '@tidemark/query-engine';
import type { QueryEngine } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { queryProject } from '../query/query-project';
import { toWireError } from '../query/query-error';
import type { JoinCheckDeps } from './check-join';
import { checkSides, tableText } from './check-join';

const ROWS = 10;

/** Tests a join before it is created: returns some rows that it would combine. */
export function createTableJoinValidateRoutes(
  deps: JoinCheckDeps & { readonly engine: Pick<QueryEngine, 'ask'> },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'warehouse_view_link_validate_create',
      summary: 'Test a join between tables',
      method: 'POST',
      path: '/warehouse_view_link/validate/',
      access: { scope: 'warehouse_view:write' },
      body: tableJoinKeysSchema,
      response: tableJoinValidationSchema,
      async handle({ caller, body, signal }) {
        const project = queryProject(caller.project, caller);
        const keys = {
          sourceTable: body.source_table_name,
          sourceKey: body.source_table_key,
          joiningTable: body.joining_table_name,
          joiningKey: body.joining_table_key,
        };
        await checkSides(deps, project, keys);
        const query = statement(keys);
        try {
          const result = await deps.engine.ask(
            { project, query: { kind: 'HogQLQuery', query }, queryId: queryId(), maxRows: ROWS },
            signal,
          );
          const { hogql, results } = result as { hogql?: string; results?: unknown[] };
          const isEmpty = (results ?? []).length === 0;
          return {
            is_valid: true,
            msg: isEmpty ? 'Validation query returned no results' : null,
            hogql: hogql ?? null,
            results: results ?? [],
          };
        } catch (error) {
          throw toWireError(error, query);
        }
      },
    }),
  ];
}

function queryId(): string {
  return v7().replaceAll('-', '');
}

/** Keys are compared as texts, as a join of the project does where their types differ. */
function statement(keys: {
  readonly sourceTable: string;
  readonly sourceKey: string;
  readonly joiningTable: string;
  readonly joiningKey: string;
}): string {
  const side = (alias: string, key: string): string =>
    printHogQL({ type: 'Field', chain: [alias, ...joinKey(key)], start: 0, end: 0 });
  const [left, right] = [side('source', keys.sourceKey), side('validation', keys.joiningKey)];
  return (
    `SELECT ${right} FROM ${tableText(keys.sourceTable)} AS source ` +
    `INNER JOIN ${tableText(keys.joiningTable)} AS validation ` +
    `ON toString(${left}) = toString(${right}) LIMIT ${ROWS}`
  );
}
