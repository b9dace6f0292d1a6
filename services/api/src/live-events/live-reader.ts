import type { EventBody } from '@tidemark/contracts';
import type { ActionRepository, Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { eventBody } from '../events/event-body';
import type { EventListQuery } from '../events/event-list-query';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';

/** The filter of a stream, with the parameters of the list. */
export type LiveFilter = Pick<EventListQuery, 'actionId' | 'filters'>;

/** Events of a project by the time at which they were stored. */
export interface LiveReader {
  /** The newest by their own time, newest first. @throws ApiError */
  read(storedAfter: Date, limit: number): Promise<readonly EventBody[]>;
  /** How many there are. @throws ApiError */
  count(storedAfter: Date): Promise<number>;
}

/** Live events happened within this time, which bounds the scan because the sort key of events contains the day. */
const HAPPENED_AFTER = '-24h';

/** Reads through the filters of the list of events, compiled as an `EventsQuery`. */
export function createLiveReader(
  deps: {
    readonly engine: Pick<QueryEngine, 'ask'>;
    readonly actions: Pick<ActionRepository, 'findById'>;
  },
  project: Project,
  { actionId, filters }: LiveFilter,
  signal: AbortSignal,
): LiveReader {
  const ask = async (
    select: string,
    storedAfter: Date,
    limit: number,
    orderBy: readonly string[],
  ): Promise<readonly (readonly unknown[])[]> => {
    if (actionId !== null) {
      const action = await deps.actions.findById(project.id, actionId);
      // As in the list, an action that matches nothing gives no events and is not an error.
      if (action === null || action.steps.length === 0) return [];
    }
    const query = parseQuery({
      query: {
        kind: 'EventsQuery',
        ...filters,
        ...(actionId !== null && { actionId }),
        select: [select],
        orderBy,
        after: HAPPENED_AFTER,
        limit,
      },
    });
    const queryId = v7().replaceAll('-', '');
    try {
      const request = { project: queryProject(project, null), query, queryId, maxRows: limit };
      return rowsOf(await deps.engine.ask({ ...request, storedAfter }, signal));
    } catch (error) {
      throw toWireError(error, '');
    }
  };
  return {
    async read(storedAfter, limit) {
      const rows = await ask('*', storedAfter, limit, ['timestamp DESC', 'uuid DESC']);
      return rows.map(([cell]) => eventBody(cell, null));
    },
    async count(storedAfter) {
      const [[total] = []] = await ask('count()', storedAfter, 1, ['count() DESC']);
      return Number(total ?? 0);
    },
  };
}
