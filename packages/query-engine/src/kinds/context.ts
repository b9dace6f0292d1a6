import type { ClickHouse } from '@tidemark/clickhouse';
import { engineQueryId } from '../engine-query-id';
import type { ExecutionLimits } from '../execute/limits';
import { underOwnId } from '../execute/own-query-id';
import { executeCompiled, explainCompiled } from '../execute/run-hogql';
import { compileForProject } from '../plan/compile-for-project';
import type { ProjectLookups } from '../plan/lookups';
import type { AssumedTexts } from '../plan/text-properties';
import { readModifiers } from '../plan/modifiers';
import type { QueryRequest } from '../query-request';
import type { KindContext } from './kind';
import type { RunWatch } from '../observe/run-watch';

/** Rows of a statement without a LIMIT (`wire/query.md` §6.4). */
const DEFAULT_LIMIT = 100;

/** Kinds whose answers are the rows themselves; the others calculate with what they read. */
const ROW_KINDS: ReadonlySet<string> = new Set([
  'HogQLQuery',
  'EventsQuery',
  'ActorsQuery',
  'SessionsQuery',
]);

/** The context of one run: its statements share the query's id, so that one cancel stops whichever runs. */
export function createKindContext(
  deps: { readonly clickhouse: ClickHouse; readonly lookups: ProjectLookups },
  request: QueryRequest,
  run: {
    readonly startedAt: Date;
    readonly limits: Omit<ExecutionLimits, 'maxRows'>;
    readonly signal: AbortSignal | undefined;
    readonly watch: RunWatch;
    /** See `compileForProject`. */
    readonly assumedTexts?: AssumedTexts | undefined;
  },
): KindContext {
  const { project, maxRows, page = null } = request;
  const began = performance.now();
  const steps: { k: string; t: number }[] = [];
  const execution = {
    queryId: engineQueryId(project.id, request.queryId),
    projectId: project.id,
    kind: request.query.kind,
    exactIntegers: ROW_KINDS.has(request.query.kind),
    limits: { ...run.limits, maxRows },
    signal: run.signal,
    onRead: (counts: Parameters<RunWatch['read']>[0]) => run.watch.read(counts),
  };
  const ownId = underOwnId();
  return {
    project,
    lookups: deps.lookups,
    now: page?.asOf ?? run.startedAt,
    maxRows,
    page,
    async time(step, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        steps.push({ k: step, t: seconds(start) });
      }
    },
    timings: () => [...steps, { k: '.', t: seconds(began) }],
    // Async, so that a mistake in the modifiers is a rejection like any other.
    compile: (statement, options = {}) =>
      run.watch.during('plan', async () =>
        compileForProject(statement, {
          project,
          lookups: deps.lookups,
          now: page?.asOf ?? run.startedAt,
          storedUntil: page?.asOf,
          assumedTexts: run.assumedTexts,
          values: options.values,
          modifiers: readModifiers(options.modifiers ?? {}),
          defaultLimit: Math.min(options.defaultLimit ?? DEFAULT_LIMIT, maxRows),
          maxRows,
        }),
      ),
    execute: (compiled) =>
      run.watch.during('engine', () =>
        ownId(() => executeCompiled(deps.clickhouse, compiled, execution)),
      ),
    explain: (compiled) =>
      run.watch.during('engine', () =>
        ownId(() => explainCompiled(deps.clickhouse, compiled, execution)),
      ),
  };
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) * 1000) / 1_000_000;
}
