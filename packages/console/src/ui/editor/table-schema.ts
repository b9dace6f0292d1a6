import { queryOptions } from '@tanstack/react-query';
import { runHelper } from '../../api/query-runner';
import type { Schema } from '../../queries/sql/completion';

const SCHEMA_MS = 5 * 60_000;

/** The tables and columns of the project. */
export function schemaQuery(projectId: number) {
  return queryOptions({
    queryKey: ['sql-schema', projectId],
    staleTime: SCHEMA_MS,
    queryFn: ({ signal }) => runHelper<Schema>(projectId, { kind: 'DatabaseSchemaQuery' }, signal),
  });
}
