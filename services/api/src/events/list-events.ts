import type { ActionRepository, CohortPersons, PersonEditor, Project } from '@tidemark/postgres';
import type { KindedQuery, QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { isTrue } from '../query-parameters';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { eventBody } from './event-body';
import { eventListQuery } from './event-list-query';
import { isNewestFirst, nextPage, nextRows } from './next-page';
import type { EventListQuery } from './event-list-query';

export interface EventRouteDeps {
  readonly engine: QueryEngine;
  readonly actions: Pick<ActionRepository, 'findById'>;
  readonly cohortPersons: Pick<CohortPersons, 'findPersons'>;
  readonly editor: Pick<PersonEditor, 'findIds'>;
  readonly now: () => Date;
}

/**
 * Events between two times (`docs/wire/management.md#event-list`).
 *
 * @throws ApiError 400
 */
export async function listEvents(
  deps: EventRouteDeps,
  project: Project,
  url: URL,
  signal: AbortSignal,
) {
  const query = eventListQuery(url.searchParams, { ...project, now: deps.now() });
  const { actionId, limit, offset } = query;
  if (actionId !== null) {
    const action = await deps.actions.findById(project.id, actionId);
    // As in PostHog, an action that matches nothing gives an empty list, not an error.
    if (action === null || action.steps.length === 0) {
      return query.select === null
        ? { next: null, results: [] }
        : { next: null, columns: [...query.select], types: [], results: [], hasMore: false };
    }
  }
  if (query.select !== null) return listRows(deps, project, query, query.select, url, signal);
  const order = isNewestFirst(query) ? 'DESC' : 'ASC';
  const asked = parseQuery({
    query: {
      ...boundsOf(query),
      select: ['*'],
      orderBy: [`timestamp ${order}`, `uuid ${order}`],
      // One additional row shows whether there is a next page.
      limit: limit + 1,
      offset,
    },
  });
  const cells = await eventCells(deps, project, asked, signal, limit + 1);
  const results = await shownEvents(deps, project, cells, url.searchParams);
  const [last, beyond] = results.slice(limit - 1);
  const end = last && beyond && { lastTime: last.timestamp, nextTime: beyond.timestamp };
  return {
    next: end === undefined ? null : nextPage(url, query, end),
    results: results.slice(0, limit),
  };
}

/** The parameters of the list as an `EventsQuery` writes them. */
function boundsOf({ filters, actionId, after, before }: EventListQuery) {
  return {
    kind: 'EventsQuery',
    ...filters,
    ...(actionId !== null && { actionId }),
    after,
    before,
  } as const;
}

/** Rows of expressions. With aggregations, the client orders by the aggregated columns. */
async function listRows(
  { engine }: EventRouteDeps,
  project: Project,
  query: EventListQuery,
  select: readonly string[],
  url: URL,
  signal: AbortSignal,
) {
  const { limit, offset, orderBy } = query;
  const asked = parseQuery({
    query: {
      ...boundsOf(query),
      select: [...select],
      ...(orderBy !== null && { orderBy: orderBy.map(columnOrder) }),
      limit,
      offset,
    },
  });
  const response = await engineResult(engine, project, asked, signal, limit);
  const { columns, types, hasMore } = response as {
    readonly columns: string[];
    readonly types: string[];
    readonly hasMore: boolean;
  };
  const results = rowsOf(response).map((row) => [...row]);
  return { next: hasMore ? nextRows(url, query) : null, columns, types, results, hasMore };
}

/** `-timestamp` in HogQL syntax. */
function columnOrder(column: string): string {
  return column.startsWith('-') ? `${column.slice(1)} DESC` : column;
}

/** The event of a uuid; null when the project has none. */
export async function findEvent(
  deps: EventRouteDeps,
  project: Project,
  uuid: string,
  parameters: URLSearchParams,
  signal: AbortSignal,
) {
  const asked = parseQuery({
    query: {
      kind: 'EventsQuery',
      select: ['*'],
      where: [`uuid = toUUID('${uuid}')`],
      after: 'all',
      before: '2299-12-31',
      limit: 1,
    },
  });
  const cells = await eventCells(deps, project, asked, signal, 1);
  const [event] = await shownEvents(deps, project, cells, parameters);
  return event ?? null;
}

async function eventCells(
  { engine }: EventRouteDeps,
  project: Project,
  query: KindedQuery,
  signal: AbortSignal,
  maxRows: number,
): Promise<readonly unknown[]> {
  const response = await engineResult(engine, project, query, signal, maxRows);
  return rowsOf(response).map(([cell]) => cell);
}

/** @throws ApiError */
async function engineResult(
  engine: QueryEngine,
  project: Project,
  query: KindedQuery,
  signal: AbortSignal,
  maxRows: number,
): Promise<object> {
  const queryId = v7().replaceAll('-', '');
  try {
    return await engine.ask(
      { project: queryProject(project, null), query, queryId, maxRows },
      signal,
    );
  } catch (error) {
    throw toWireError(error, '');
  }
}

async function shownEvents(
  deps: EventRouteDeps,
  project: Project,
  cells: readonly unknown[],
  parameters: URLSearchParams,
) {
  const events = cells.map((cell) => eventBody(cell, null));
  if (!isTrue(parameters.get('include_person'))) return events;
  const distinctIds = [...new Set(events.map((event) => event.distinct_id))];
  const ids = await deps.editor.findIds(project.id, distinctIds);
  const found = await deps.cohortPersons.findPersons(project.id, [...new Set(ids.values())]);
  const byId = new Map(found.map((person) => [person.id, person]));
  const byDistinctId = new Map(
    [...ids].flatMap(([distinctId, id]) => {
      const person = byId.get(id);
      return person === undefined ? [] : [[distinctId, person] as const];
    }),
  );
  return cells.map((cell) => eventBody(cell, byDistinctId));
}
