import type { Project } from '@tidemark/postgres';
import type { EventSelection, QueryEngine } from '@tidemark/query-engine';
import { rowsOf, selectionQuery } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ServerCaller } from '../auth/access';
import { eventBody } from '../events/event-body';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';

/** The number of events of a selection that a preview shows, the newest ones. */
const SAMPLES = 5;
const TOTALS = [
  'count()',
  'toUnixTimestamp64Milli(min(timestamp))',
  'toUnixTimestamp64Milli(max(timestamp))',
];

/**
 * The events of a selection that were stored before a given time.
 *
 * @throws ApiError 400 for a condition that cannot be compiled
 */
export async function previewSelection(
  deps: { readonly engine: QueryEngine },
  caller: ServerCaller & { readonly project: Project },
  selection: EventSelection,
  storedUntil: Date,
  signal: AbortSignal,
) {
  const ask = async (
    select: readonly string[],
    more: { readonly limit: number; orderBy?: string[] },
  ) => {
    try {
      const query = { ...selectionQuery(selection), select: [...select], ...more };
      const project = queryProject(caller.project, caller);
      const queryId = v7().replaceAll('-', '');
      return rowsOf(
        await deps.engine.ask(
          { project, query, queryId, maxRows: more.limit, storedUntil },
          signal,
        ),
      );
    } catch (error) {
      throw toWireError(error, '');
    }
  };
  const [totals, rows] = await Promise.all([
    ask(TOTALS, { limit: 1 }),
    ask(['*'], { limit: SAMPLES, orderBy: ['timestamp DESC', 'uuid DESC'] }),
  ]);
  const [count = 0, first = 0, last = 0] = (totals[0] ?? []).map(Number);
  return {
    count,
    firstTimestamp: count === 0 ? null : new Date(first),
    lastTimestamp: count === 0 ? null : new Date(last),
    samples: rows.map(([cell]) => {
      const { id, event, timestamp, distinct_id, properties } = eventBody(cell, null);
      return { uuid: id, event, timestamp, distinct_id, properties: { ...properties } };
    }),
  };
}
