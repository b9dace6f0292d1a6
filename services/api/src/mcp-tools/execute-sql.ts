import type { McpToolResponse } from '@tidemark/contracts';
import { executeSqlArgsSchema } from '@tidemark/contracts';
import { HogQLError } from '@tidemark/hogql';
import type { QueryEngine, QueryRequest } from '@tidemark/query-engine';
import { QueryError } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ServerCaller } from '../auth/access';
import { queryCaller, queryProject } from '../query/query-project';
import { failed, invalidArguments } from './outcome';
import { rowsAsText } from './rows-as-text';

/**
 * `execute_sql` of PostHog's MCP server: runs HogQL and writes the rows out for a model. A statement that is wrong,
 * or needs too much, is reported as the tool's failure, so that the model can mend it.
 *
 * @throws QueryError for errors with other causes than the statement: no slot, an unavailable store
 */
export async function executeSql(
  deps: { readonly engine: QueryEngine; readonly maxRows: number },
  caller: ServerCaller,
  args: unknown,
  signal: AbortSignal,
): Promise<McpToolResponse> {
  const read = executeSqlArgsSchema.safeParse(args);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return invalidArguments(problems);
  }
  const { query, truncate } = read.data;
  const statement = withoutEnd(query);
  if (statement === '') return failed('Query validation failed: Query is empty');
  const request: QueryRequest = {
    project: queryProject(caller.project, caller),
    caller: queryCaller(caller),
    query: { kind: 'HogQLQuery', query: statement },
    queryId: v7().replaceAll('-', ''),
    maxRows: deps.maxRows,
  };
  try {
    const response = await deps.engine.run(request, 'blocking', signal);
    const { columns, results } = response as {
      readonly columns: readonly string[];
      readonly results: readonly (readonly unknown[])[];
    };
    return { success: true, content: rowsAsText(columns, results, truncate) };
  } catch (error) {
    if (error instanceof HogQLError) return failed(`Query validation failed: ${error.message}`);
    if (error instanceof QueryError && isOfStatement(error)) return failed(error.message);
    throw error;
  }
}

/** Too slow, too big, or not to be run at all; unlike a full queue, waiting does not help. */
function isOfStatement({ status }: QueryError): boolean {
  return status === 400 || status === 504 || status === 512 || status === 513;
}

/** The statement without trailing blanks and semicolons, which models often add. */
export function withoutEnd(statement: string): string {
  let end = statement.length;
  while (end > 0 && /[\s;]/.test(statement.charAt(end - 1))) end -= 1;
  return statement.slice(0, end);
}
