import type { QueryRequest } from '@tidemark/query-engine';
import { v7 } from 'uuid';

/** The id that a client gave its query, or a new one that no client knows. */
export function queryIdOf(
  clientId: string | null | undefined,
): Pick<QueryRequest, 'queryId' | 'isNamed'> {
  return clientId ? { queryId: clientId, isNamed: true } : { queryId: v7().replaceAll('-', '') };
}
