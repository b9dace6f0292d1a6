import type { IngestWarning, ReplayEntry } from '@tidemark/contracts';
import type { CompiledRules } from '@tidemark/domain';

/** The warning after the rules of its project; its texts are removed if a rule fails. */
export function redactedWarning(
  rules: CompiledRules | null,
  warning: IngestWarning,
): IngestWarning {
  if (rules === null) return warning;
  return rules.redact(warning) ?? { ...warning, distinct_id: '', details: {} };
}

/** The recording after the rules of its project; its texts are removed if a rule fails. */
export function redactedReplay(rules: CompiledRules | null, replay: ReplayEntry): ReplayEntry {
  if (rules === null) return replay;
  return rules.redact(replay) ?? { ...replay, distinct_id: '[redacted]', urls: [], console: [] };
}
