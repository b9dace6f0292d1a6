import type { EventsQueryBody } from '@tidemark/contracts';
import { eventsQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { compileRows } from '../columns/compile-rows';
import { overrideRows } from '../columns/override-rows';
import { rowsResponse } from '../columns/rows-response';
import type { KindContext, QueryKindDefinition, RowPlan } from '../kind';
import { eventCells } from './cells';
import type { EventsPlan } from './plan';
import { planEvents } from './plan';

const DEFAULT_LIMIT = 100;

/** Rows of events with chosen columns (`docs/wire/query-kinds.md#events-query`). */
export const eventsQuery: QueryKindDefinition<EventsQueryBody> = {
  kind: 'EventsQuery',
  schema: eventsQuerySchema,
  staleness: 'any_event',
  integers: 'exact',
  hasPages: false,
  insightType: null,
  override: overrideRows,
  respond,
  plan,
};

/** The statement of a query, limited to `rows` if it has no limit. */
async function compile(
  body: EventsQueryBody,
  context: KindContext,
  rows: number,
): Promise<EventsPlan & { readonly compiled: CompiledQuery }> {
  const planned = await planEvents(body, context);
  const compiled = await compileRows(planned.statement, body, context, rows);
  return { ...planned, compiled };
}

async function plan(body: EventsQueryBody, context: KindContext, rows: number): Promise<RowPlan> {
  const { compiled, columns } = await compile(body, context, rows);
  return {
    compiled,
    columns: columns.map(({ name }) => name),
    cells: (found, at) => eventCells(found, columns, at),
  };
}

async function respond(body: EventsQueryBody, context: KindContext): Promise<object> {
  const { compiled, columns, hasCursor } = await compile(body, context, DEFAULT_LIMIT);
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const results = await context.time('./cells', () => eventCells(page, columns, context));
  const shared = rowsResponse({
    body,
    compiled,
    executed,
    columns: columns.map(({ name }) => name),
    results,
    context,
  });
  const cursor = hasCursor && shared.hasMore ? page.at(-1)?.at(-1) : null;
  return { ...shared, nextCursor: cursor ?? null };
}
