import { actionPreviewRequestSchema, actionPreviewSchema } from '@tidemark/contracts';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { checkedFields } from './action-fields';
import { normaliseStep } from './action-steps';
import type { ActionRouteDeps } from './deps';
import { LIST } from './deps';

const SELECT = ['uuid', 'event', 'timestamp', 'distinct_id', 'properties.$current_url'];

/**
 * The events that an action, saved or not, would match: their number in the last days, and the newest ones. Reads
 * events, so it needs `query:read` and counts as a query.
 */
export function createActionPreviewRoutes({
  engine,
  now,
}: Pick<ActionRouteDeps, 'now'> & {
  readonly engine: QueryEngine;
}): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'actions_preview_create',
      summary: 'Count the events that saved or unsaved steps of an action match',
      method: 'POST',
      path: `${LIST}preview/`,
      access: { scope: 'query:read', queryRate: 'run' },
      body: actionPreviewRequestSchema,
      response: actionPreviewSchema,
      async handle({ caller, body, signal }) {
        const { project } = caller;
        const { days, limit } = body;
        const { steps: actionSteps = [] } = checkedFields(
          { steps: body.steps.map(normaliseStep) },
          now(),
        );
        const ask = async (select: readonly string[], more: object) => {
          const query = {
            kind: 'EventsQuery',
            select: [...select],
            actionSteps,
            after: `-${days}d`,
            ...more,
          } as const;
          const request = {
            project: queryProject(project, caller),
            query,
            queryId: v7().replaceAll('-', ''),
            maxRows: Math.max(limit, 1),
          };
          try {
            return rowsOf(await engine.run(request, 'blocking', signal));
          } catch (error) {
            throw toWireError(error, '');
          }
        };
        const [totals, rows] = await Promise.all([
          ask(['count()'], {}),
          limit === 0
            ? []
            : ask([...SELECT, 'elements_chain'], { orderBy: ['timestamp DESC'], limit }),
        ]);
        return {
          days,
          count: Number(totals[0]?.[0] ?? 0),
          sample: rows.map(([uuid, event, timestamp, distinctId, url, chain]) => ({
            uuid: String(uuid),
            event: String(event),
            timestamp: String(timestamp),
            distinct_id: String(distinctId),
            current_url: typeof url === 'string' ? url : null,
            elements_chain: String(chain),
          })),
        };
      },
    }),
  ];
}
