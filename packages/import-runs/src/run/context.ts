import type { IdLookup, ImportContext, ReferencedKind } from '@tidemark/importers';
import type {
  ImportIdRepository,
  ImportIdScope,
  ImportProblem,
  ImportRunRepository,
  ImportStep,
} from '@tidemark/postgres';
import type { Cursor, ImportSource } from '../sources/source';
import type { ImportTarget } from '../target/target';

export interface ImportDeps {
  readonly source: ImportSource;
  readonly target: ImportTarget;
  readonly runs: ImportRunRepository;
  readonly ids: ImportIdRepository;
  /**
   * Present if a job tries the run several times. An error that the source did not cause is thrown, and the run stays
   * open. After the last try, the run fails, and the message of the error is not shown.
   */
  readonly unattended?: { readonly isLastTry: boolean };
  /** Called after each step, with the number of imported objects so far. */
  readonly onProgress?: (phase: string, counts: Readonly<Record<string, number>>) => void;
}

/** The state that the phases of one run share. */
export class RunContext {
  readonly source: ImportSource;
  readonly target: ImportTarget;
  readonly ids: ImportIdRepository;
  private readonly maps = new Map<string, ReadonlyMap<string, string | null>>();
  private readonly sums: Record<string, number>;

  constructor(
    private readonly deps: ImportDeps,
    private readonly run: {
      readonly id: string;
      readonly owner: string;
      readonly counts: Readonly<Record<string, number>>;
    },
    readonly scope: ImportIdScope,
    readonly mapping: ImportContext,
    readonly signal: AbortSignal,
  ) {
    this.source = deps.source;
    this.target = deps.target;
    this.ids = deps.ids;
    this.sums = { ...run.counts };
  }

  get counts(): Readonly<Record<string, number>> {
    return this.sums;
  }

  /** Stores the progress and the cursor at which the phase continues. @throws LostImportError */
  async step(step: ImportStep): Promise<void> {
    this.signal.throwIfAborted();
    await this.deps.runs.advance(this.run.id, this.run.owner, step);
    for (const [name, count] of Object.entries(step.counts ?? {})) {
      this.sums[name] = (this.sums[name] ?? 0) + count;
    }
    this.deps.onProgress?.(step.phase, this.sums);
  }

  async report(phase: string, problems: readonly ImportProblem[]): Promise<void> {
    if (problems.length > 0) await this.step({ phase, cursor: null, problems });
  }

  /** Reads the current ids of all kinds that other objects refer to. */
  async lookup(): Promise<IdLookup> {
    for (const kind of REFERENCED) this.maps.set(kind, await this.ids.all(this.scope, kind));
    return (kind, id) => this.maps.get(kind)?.get(id) ?? null;
  }

  problems() {
    return this.deps.runs.problems(this.run.id);
  }

  dayCounts() {
    return this.deps.runs.dayCounts(this.run.id);
  }
}

const REFERENCED: readonly ReferencedKind[] = [
  ...(['action', 'cohort', 'dashboard', 'experiment_holdout'] as const),
  ...(['experiment_saved_metric', 'feature_flag', 'insight', 'insight_variable'] as const),
  'survey',
];

/** A part of an import, which can be repeated from its cursor. */
export interface Phase {
  readonly name: string;
  work(context: RunContext, cursor: Cursor | null): Promise<void>;
}

export function problem(
  kind: string,
  sourceId: string,
  name: string,
  reason: string,
): ImportProblem {
  return {
    kind,
    sourceId,
    name: name.slice(0, 200),
    reason: reason.slice(0, 1_000),
    occurrences: 1,
  };
}
