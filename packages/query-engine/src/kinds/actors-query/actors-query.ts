import type { ActorsQueryBody } from '@tidemark/contracts';
import { actorsQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import { rowsAnswer } from '../columns/rows-answer';
import type { KindContext, QueryKindDefinition, RowPlan } from '../kind';
import { findActors } from './actors';
import type { ActorColumn } from './columns';
import type { ActorsPlan } from './plan';
import { planActors } from './plan';
import { findActorSource } from './sources';

const DEFAULT_LIMIT = 100;

/** Persons or groups, alone or behind another query (`wire/hogql.md` §13). */
export const actorsQuery: QueryKindDefinition<ActorsQueryBody> = {
  kind: 'ActorsQuery',
  schema: actorsQuerySchema,
  hasCacheKeys: true,
  override(body, overrides) {
    const { source } = body;
    if (source === null || source === undefined) return body;
    const overridden = findActorSource(source.kind).override(source, overrides);
    return { ...body, source: { ...overridden, kind: source.kind } };
  },
  run: answer,
  plan,
};

/** The statement of a query, with `rows` where it has no limit. */
async function compile(
  body: ActorsQueryBody,
  context: KindContext,
  rows: number,
): Promise<ActorsPlan & { readonly compiled: CompiledQuery }> {
  const { limit, modifiers } = body;
  const planned = await planActors(body, context);
  const compiled = await context.time('./hogql', () =>
    context.compile(planned.statement, {
      modifiers,
      defaultLimit: (limit ?? 0) > 0 ? (limit ?? 0) : rows,
    }),
  );
  return { ...planned, compiled };
}

async function plan(body: ActorsQueryBody, context: KindContext, rows: number): Promise<RowPlan> {
  const { compiled, columns, strategy, groupTypeIndex } = await compile(body, context, rows);
  return {
    compiled,
    columns: columns.map(({ name }) => name),
    async cells(found, at) {
      const actors = await findActors(actorIds(found, columns), strategy, groupTypeIndex, at);
      return found.map((row) => row.map((cell, i) => shown(cell, columns[i], actors)));
    },
  };
}

async function answer(body: ActorsQueryBody, context: KindContext): Promise<object> {
  const { compiled, columns, strategy, groupTypeIndex } = await compile(
    body,
    context,
    DEFAULT_LIMIT,
  );
  const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
  const page = wireRows(executed.rows.slice(0, compiled.pagination?.limit), executed.meta);
  const ids = actorIds(page, columns);
  const actors = await context.time('./actors', () =>
    findActors(ids, strategy, groupTypeIndex, context),
  );
  const results = page.map((row) => row.map((cell, i) => shown(cell, columns[i], actors)));
  const names = columns.map(({ name }) => name);
  return {
    ...rowsAnswer({ body, compiled, executed, columns: names, results, context }),
    missing_actors_count: ids.filter((id) => !actors.has(id)).length,
  };
}

function actorIds(
  rows: readonly (readonly unknown[])[],
  columns: readonly ActorColumn[],
): readonly string[] {
  const at = columns.findIndex(({ kind }) => kind === 'actor');
  return at === -1 ? [] : rows.map((row) => String(row[at]));
}

function shown(
  cell: unknown,
  column: ActorColumn | undefined,
  actors: ReadonlyMap<string, object>,
): unknown {
  if (column?.kind === 'actor') return actors.get(String(cell)) ?? { id: cell };
  if (column?.kind !== 'display_name') return cell;
  const [name, id] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return { display_name: name, id };
}
