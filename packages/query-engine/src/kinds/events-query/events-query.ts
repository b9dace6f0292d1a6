import type { EventsQueryBody } from '@tidemark/contracts';
import { eventsQuerySchema } from '@tidemark/contracts';
import { wireRows } from '../../respond/wire-rows';
import { rowsAnswer } from '../columns/rows-answer';
import type { KindContext, QueryKindDefinition } from '../kind';
import type { QueryOverrides } from '../overrides';
import { eventCells } from './cells';
import { planEvents } from './plan';

const DEFAULT_LIMIT = 100;

/** Rows of events with chosen columns (`wire/hogql.md` §12). */
export const eventsQuery: QueryKindDefinition<EventsQueryBody> = {
  kind: 'EventsQuery',
  schema: eventsQuerySchema,
  hasCacheKeys: true,
  override,
  run: answer,
};

function override(body: EventsQueryBody, { filters }: QueryOverrides): EventsQueryBody {
  const { date_from, date_to, properties = [], filterTestAccounts } = filters;
  return {
    ...body,
    ...((date_from ?? '') !== '' && { after: date_from }),
    ...((date_to ?? '') !== '' && { before: date_to }),
    ...(filterTestAccounts === true && { filterTestAccounts }),
    ...((properties ?? []).length > 0 && {
      fixedProperties: [...(body.fixedProperties ?? []), ...(properties ?? [])],
    }),
  };
}

async function answer(body: EventsQueryBody, context: KindContext): Promise<object> {
  const { limit, modifiers } = body;
  const { statement, columns, hasCursor } = await planEvents(body, context);
  const compiled = await context.time('./hogql', () =>
    context.compile(statement, {
      modifiers,
      defaultLimit: (limit ?? 0) > 0 ? (limit ?? 0) : DEFAULT_LIMIT,
    }),
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const results = await context.time('./cells', () => eventCells(page, columns, context));
  const shared = rowsAnswer({
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
