import type { ActorsQueryBody } from '@tidemark/contracts';
import { actorsQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { compileRows } from '../columns/compile-rows';
import { rowsResponse } from '../columns/rows-response';
import type { KindContext, QueryKindDefinition, RowPlan } from '../kind';
import { findActors } from './actors';
import type { ActorCell, ActorColumn } from './columns';
import type { ActorsPlan } from './plan';
import { planActors } from './plan';
import type { MatchedRecording } from './recordings';
import { matchedRecordings } from './recordings';
import { findActorSource } from './sources';

const DEFAULT_LIMIT = 100;

/** Persons or groups, alone or as the actors of another query (`docs/wire/query-kinds.md#actors-query`). */
export const actorsQuery: QueryKindDefinition<ActorsQueryBody> = {
  kind: 'ActorsQuery',
  schema: actorsQuerySchema,
  staleness: 'any_event',
  integers: 'exact',
  hasPages: false,
  insightType: null,
  override(body, overrides) {
    const { source } = body;
    if (source === null || source === undefined) return body;
    const overridden = findActorSource(source.kind).override(source, overrides);
    return { ...body, source: { ...overridden, kind: source.kind } };
  },
  respond,
  plan,
};

/** The statement of a query, limited to `rows` if it has no limit. */
async function compile(
  body: ActorsQueryBody,
  context: KindContext,
  rows: number,
): Promise<ActorsPlan & { readonly compiled: CompiledQuery }> {
  const planned = await planActors(body, context);
  const compiled = await compileRows(planned.statement, body, context, rows);
  return { ...planned, compiled };
}

async function plan(body: ActorsQueryBody, context: KindContext, rows: number): Promise<RowPlan> {
  const planned = await compile(body, context, rows);
  return {
    compiled: planned.compiled,
    columns: planned.columns.map(({ name }) => name),
    cells: async (found, at) => (await actorCells(found, planned, at)).rows,
  };
}

async function respond(body: ActorsQueryBody, context: KindContext): Promise<object> {
  const planned = await compile(body, context, DEFAULT_LIMIT);
  const { compiled, columns } = planned;
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const { rows, missing } = await context.time('./actors', () =>
    actorCells(page, planned, context),
  );
  const names = columns.map(({ name }) => name);
  return {
    ...rowsResponse({ body, compiled, executed, columns: names, results: rows, context }),
    missing_actors_count: missing,
  };
}

/** Rows in the wire format: actors, names and recordings as objects. `missing` counts unknown actors. */
async function actorCells(
  page: readonly (readonly unknown[])[],
  { columns, strategy, groupTypeIndex, recorded }: ActorsPlan,
  context: KindContext,
): Promise<{ readonly rows: unknown[][]; readonly missing: number }> {
  const ids = idsIn(page, columns, 'actor');
  const actors = await findActors(ids, strategy, groupTypeIndex, context);
  const recordings =
    recorded === null
      ? new Map<string, readonly MatchedRecording[]>()
      : await matchedRecordings(idsIn(page, columns, 'recordings'), recorded, context);
  const rows = page.map((row) =>
    row.map((cell, i) => {
      switch (columns[i]?.kind) {
        case 'actor':
          return actors.get(String(cell)) ?? { id: cell };
        case 'recordings':
          return recordings.get(String(cell)) ?? [];
        case 'display_name':
          return displayName(cell);
        default:
          return cell;
      }
    }),
  );
  return { rows, missing: ids.filter((id) => !actors.has(id)).length };
}

function idsIn(
  rows: readonly (readonly unknown[])[],
  columns: readonly ActorColumn[],
  wanted: ActorCell,
): readonly string[] {
  const at = columns.findIndex(({ kind }) => kind === wanted);
  return at === -1 ? [] : rows.map((row) => String(row[at]));
}

function displayName(cell: unknown): object {
  const [name, id] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return { display_name: name, id };
}
