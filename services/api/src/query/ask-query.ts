import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { toWireError } from './query-error';

const MAX_ROWS = 10_000;

/**
 * Runs one of our own HogQL statements at once and returns its rows. It counts against no limit of the caller.
 * @param values the values of the statement's placeholders
 * @throws ApiError
 */
export async function askQuery(
  engine: QueryEngine,
  project: Project,
  query: string,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const request = {
    project: { id: project.id, timezone: project.timezone, weekStartDay: project.weekStartDay },
    query: { kind: 'HogQLQuery', query, values } as const,
    queryId: v7().replaceAll('-', ''),
    maxRows: MAX_ROWS,
  };
  try {
    const response = await engine.ask(request, signal);
    return rowsOf(response);
  } catch (error) {
    throw toWireError(error, query);
  }
}
