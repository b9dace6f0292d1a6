import type { RuleReport } from '@tidemark/domain';
import type { DroppedRecord, ParsedRange } from '../records/read-range';
import type { WorkerMetrics } from '../worker-metrics';
import type { ProjectRules } from './project-rules';
import { redactedReplay, redactedWarning } from './redacted-data';

interface RuleDeps {
  readonly rules: Pick<ProjectRules, 'of'>;
  readonly metrics: Pick<WorkerMetrics, 'countRuleResults'>;
}

/** The events of a range that may be stored, and those that its rules dropped. */
export type RuledRange = ParsedRange & { readonly dropped: readonly DroppedRecord[] };

/**
 * Applies the rules of each project to all data that a range would store, so that later steps only get the results.
 * Dropped events are returned, because warnings are raised about them.
 */
export function applyRules(
  deps: RuleDeps,
  parsed: ParsedRange,
  droppedBefore: readonly DroppedRecord[],
): RuledRange {
  const counts = new Map<string, number>();
  const count = ({ kind, result }: RuleReport): void => {
    if (result === 'none') return;
    const key = `${kind} ${result}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  const entries: ParsedRange['entries'][number][] = [];
  const dropped: DroppedRecord[] = droppedBefore.map((given) => {
    const rules = deps.rules.of(given.entry.team_id);
    return rules === null ? given : { ...given, entry: rules.apply(given.entry).entry };
  });
  for (const given of parsed.entries) {
    const rules = deps.rules.of(given.entry.team_id);
    if (rules === null) {
      entries.push(given);
      continue;
    }
    const { entry, dropped: isDropped, warnings } = rules.apply(given.entry, count);
    if (isDropped) dropped.push({ record: given.record, entry, warnings });
    else entries.push({ ...given, entry, warnings });
  }
  for (const [key, events] of counts) {
    const [kind = '', result = ''] = key.split(' ');
    deps.metrics.countRuleResults(kind, result, events);
  }
  return {
    ...parsed,
    entries,
    dropped,
    warnings: parsed.warnings.map((warning) =>
      redactedWarning(deps.rules.of(warning.team_id), warning),
    ),
    replays: parsed.replays.map((read) => ({
      ...read,
      entry: redactedReplay(deps.rules.of(read.entry.team_id), read.entry),
    })),
  };
}
