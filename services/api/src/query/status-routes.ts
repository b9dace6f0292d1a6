import { queryStatusSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { budgetOf, sendBudgetHeaders } from './query-budget';
import { toWireError } from './query-error';
import { queryProject } from './query-project';
import type { IncompleteStatus } from './run-status';
import { statusOfRun } from './run-status';
import { statusStream } from './status-stream';

const DETAIL = '/query/:id/';
/** Cancelling needs the same permission as reading (`docs/wire/specification.md#cancel`). */
const READ = { scope: 'query:read', queryRate: 'look' } as const;
const idParams = z.object({ id: z.string().min(1).max(400) });
/** Only the literal `true` counts. */
const progressQuery = z.object({
  show_progress: z.string().optional(),
  showProgress: z.string().optional(),
});

/** The routes that read the status of a query and cancel it */
export function createQueryStatusRoutes(deps: {
  readonly engine: QueryEngine;
  readonly incompleteStatus: IncompleteStatus;
}): readonly ProjectRoute[] {
  const { engine, incompleteStatus } = deps;
  return [
    serverRoute({
      name: 'query_retrieve',
      summary: 'Read the status of a background query, and its result',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params: idParams,
      query: progressQuery,
      response: z.object({ query_status: queryStatusSchema }),
      status: ({ query_status: run }) => statusOfRun(run, incompleteStatus),
      statuses: [200, 202, 400, 500],
      streams: ['text/event-stream'],
      async handle({ caller, params: { id }, query, header, responseHeader, signal }) {
        const { project } = caller;
        const showProgress = query.show_progress === 'true' || query.showProgress === 'true';
        const asked = queryProject(project, caller);
        const read = async (): ReturnType<QueryEngine['status']> => {
          try {
            return await engine.status(asked, id, { showProgress });
          } catch (error) {
            throw toWireError(error, '');
          }
        };
        const status = await read();
        if (status === null) throw notFound(`Query ${id} not found for team ${project.id}`);
        const { complete, bytes_read: bytesRead = null } = status;
        if (complete) {
          await sendBudgetHeaders(budgetOf(engine, caller), { bytesRead, responseHeader });
        }
        return (header('accept') ?? '').includes('text/event-stream')
          ? statusStream(status, read, signal)
          : { query_status: status };
      },
    }),
    serverRoute({
      name: 'query_destroy',
      summary: 'Cancel a query',
      method: 'DELETE',
      path: DETAIL,
      access: READ,
      params: idParams,
      status: 204,
      async handle({ caller: { project }, params: { id } }) {
        try {
          await engine.cancel(project.id, id);
        } catch (error) {
          throw toWireError(error, '');
        }
      },
    }),
  ];
}
