import type { LoggedEventV1 } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { eventBody } from './event-body';

/**
 * The last events of 30 days, newest first, as entries of the ingest log. They are as they were stored: what ingestion
 * rules removed is not in them.
 *
 * @throws ApiError
 */
export async function lastEvents(
  engine: QueryEngine,
  project: Project,
  count: number,
  signal: AbortSignal,
): Promise<readonly LoggedEventV1[]> {
  const query = parseQuery({
    query: {
      kind: 'EventsQuery',
      select: ['*'],
      orderBy: ['timestamp DESC', 'uuid DESC'],
      after: '-30d',
      limit: count,
    },
  });
  const queryId = v7().replaceAll('-', '');
  const asked = { project: queryProject(project, null), query, queryId, maxRows: count };
  const response = await engine.ask(asked, signal).catch((error: unknown) => {
    throw toWireError(error, '');
  });
  return rowsOf(response).map(([cell]) => entryOf(project.id, cell));
}

function entryOf(projectId: number, cell: unknown): LoggedEventV1 {
  const { id, event, distinct_id, timestamp, properties, elements_chain } = eventBody(cell, null);
  const ip = properties['$ip'];
  const chain = elements_chain === '' ? {} : { $elements_chain: elements_chain };
  return {
    ...{ v: 1, team_id: projectId, uuid: id, event, distinct_id },
    ...{ timestamp, captured_at: timestamp, historical_migration: false },
    ip: typeof ip === 'string' ? ip : null,
    properties: { ...properties, ...chain },
  };
}
