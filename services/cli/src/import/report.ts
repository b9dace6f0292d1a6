import type { ImportProblem, ImportRun } from '@tidemark/postgres';
import { table } from '../terminal';
import { plural } from './run-here';

const SHOWN = 50;

/** The JSON of a run for `--json`. */
export function importBody(run: ImportRun, problems: readonly ImportProblem[]): object {
  return {
    id: run.id,
    project_id: run.projectId,
    source: run.source,
    settings: run.settings,
    state: run.state,
    phase: run.phase,
    waiting_until: run.waitsUntil?.toISOString() ?? null,
    counts: run.counts,
    error: run.error,
    reconciliation: run.reconciliation,
    problems: problems.map(({ sourceId, ...rest }) => ({ source_id: sourceId, ...rest })),
    created_at: run.createdAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
  };
}

/** The report on a run as text: imported items, rejected items with reasons, and differences. */
export function importText(run: ImportRun, problems: readonly ImportProblem[]): string {
  const counts = Object.entries(run.counts).filter(([, count]) => count > 0);
  const waits =
    run.waitsUntil === null ? '' : `, waiting for the source until ${run.waitsUntil.toISOString()}`;
  const lines = [
    `import ${run.id}: ${run.state}${waits}${run.error === null ? '' : ` (${run.error})`}`,
    `imported: ${counts.map(([name, count]) => `${count} ${plural(name)}`).join(', ') || 'nothing'}`,
  ];
  if (problems.length > 0) {
    const rows = problems
      .slice(0, SHOWN)
      .map(({ kind, sourceId, name, reason, occurrences }) => [
        kind.replaceAll('_', ' '),
        sourceId === '' ? `${occurrences} records` : `${sourceId} ${name}`,
        reason,
      ]);
    lines.push('not imported, or changed:', table(['KIND', 'WHICH', 'REASON'], rows));
    if (problems.length > SHOWN) lines.push(`and ${problems.length - SHOWN} more (--json)`);
  }
  if (run.reconciliation !== null) lines.push(...reconciliationLines(run.reconciliation));
  return lines.join('\n');
}

interface ShownReconciliation {
  readonly equal: boolean;
  readonly events: {
    readonly source: number;
    readonly target: number;
    readonly difference_count: number;
    readonly differences: readonly {
      readonly day: string;
      readonly event: string;
      readonly source: number;
      readonly target: number;
    }[];
  };
  /** Absent for runs of older versions. */
  readonly rejected?: number;
  readonly persons: { readonly source: number; readonly target: number } | null;
  readonly flags: {
    readonly source: number;
    readonly differences: readonly { readonly key: string; readonly difference: string }[];
  } | null;
}

function reconciliationLines(stored: Readonly<Record<string, unknown>>): readonly string[] {
  const { equal, events, rejected = 0, persons, flags } = stored as unknown as ShownReconciliation;
  const without = rejected === 0 ? '' : `, without ${rejected} records that were not imported`;
  const lines = [
    `reconciliation: ${equal ? `all equal${without}` : 'there are differences'}`,
    `  events: ${events.source} in the source, ${events.target} here, ${events.difference_count} days and names differ`,
  ];
  if (persons !== null)
    lines.push(`  persons: ${persons.source} in the source, ${persons.target} here`);
  if (flags !== null) {
    lines.push(`  flags: ${flags.source} in the source, ${flags.differences.length} differ`);
    for (const { key, difference } of flags.differences) lines.push(`    ${key} ${difference}`);
  }
  for (const { day, event, source, target } of events.differences.slice(0, SHOWN)) {
    lines.push(`    ${day} ${event}: ${source} in the source, ${target} here`);
  }
  return lines;
}
