import type { ClickHouse } from '@tidemark/clickhouse';
import { engineIdOf } from '../engine-query-id';
import type { ExecutionLimits } from '../execute/limits';
import type { OwnIdTurns } from '../execute/own-query-id';
import { createStatementRunner } from '../execute/statement-runner';
import type { RunWatch } from '../observe/run-watch';
import { compileForProject } from '../plan/compile-for-project';
import type { ProjectLookups } from '../plan/lookups';
import type { AssumedTexts } from '../plan/text-properties';
import { readModifiers } from '../plan/modifiers';
import { scopesOfTables } from '../plan/table-access';
import type { QueryRequest } from '../query-request';
import type { KindContext, RegisteredKind } from './kind';

/** The number of rows of a statement without a LIMIT (`docs/wire/query-runs.md#row-limits`). */
const DEFAULT_LIMIT = 100;

/** The context of one run: its statements share the query's id, so that one cancel stops the current one. */
export function createKindContext(
  deps: { readonly clickhouse: ClickHouse; readonly lookups: ProjectLookups },
  { request, kind }: { readonly request: QueryRequest; readonly kind: RegisteredKind },
  run: {
    readonly startedAt: Date;
    readonly limits: Omit<ExecutionLimits, 'maxRows'>;
    readonly signal: AbortSignal | undefined;
    readonly watch: RunWatch;
    /** Shared by all contexts of one query. */
    readonly inTurn?: OwnIdTurns | undefined;
    /** The set to which `warn` adds sentences; absent if the response has no place for them. */
    readonly warnings?: Set<string>;
    /** See `compileForProject`. */
    readonly assumedTexts?: AssumedTexts | undefined;
  },
): KindContext {
  const { project, maxRows, page = null } = request;
  const began = performance.now();
  const steps: { k: string; t: number }[] = [];
  const statements = createStatementRunner(deps.clickhouse, {
    queryId: engineIdOf(request),
    inTurn: run.inTurn,
    projectId: project.id,
    kind: kind.kind,
    exactIntegers: kind.integers === 'exact',
    limits: { ...run.limits, maxRows },
    signal: run.signal,
    onRead: (counts: Parameters<RunWatch['read']>[0]) => run.watch.read(counts),
  });
  const warn = (text: string): void => void run.warnings?.add(text);
  /** At most `maxRows`, with a warning if more were requested: clients would take the rows for all. */
  const rowsOf = (asked: number): number => {
    if (asked > maxRows) {
      warn(
        `limit ${asked} was lowered to ${maxRows}, the most rows a query can return. ` +
          'Use offset for the rows after these.',
      );
    }
    return Math.min(asked, maxRows);
  };
  return {
    project,
    lookups: deps.lookups,
    now: page?.asOf ?? run.startedAt,
    maxRows,
    page,
    warn,
    async time(step, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        steps.push({ k: step, t: seconds(start) });
      }
    },
    timings: () => [...steps, { k: '.', t: seconds(began) }],
    // Async, so that an error in the modifiers becomes a rejected promise.
    compile: (statement, options = {}) =>
      run.watch.during('plan', async () => {
        const compiled = await compileForProject(statement, {
          project,
          lookups: deps.lookups,
          now: page?.asOf ?? run.startedAt,
          storedUntil: page?.asOf ?? request.storedUntil,
          storedAfter: request.storedAfter,
          assumedTexts: run.assumedTexts,
          values: options.values,
          modifiers: readModifiers(options.modifiers ?? {}),
          defaultLimit: rowsOf(options.defaultLimit ?? DEFAULT_LIMIT),
          maxRows,
        });
        run.watch.readDefinitions(scopesOfTables(compiled.tableNames));
        return compiled;
      }),
    execute: (compiled) => run.watch.during('engine', () => statements.execute(compiled)),
    explain: (compiled) => run.watch.during('engine', () => statements.explain(compiled)),
  };
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) * 1000) / 1_000_000;
}
