import { createHash } from 'node:crypto';

type Document = Readonly<Record<string, unknown>>;

/** The settings of an experiment that change the result of its metrics. */
export interface FingerprintedExperiment {
  /** Null for a draft. */
  readonly startDate: Date | null;
  readonly statsConfig: Document | null;
  readonly exposureCriteria: Document | null;
  readonly onlyCountMaturedUsers: boolean;
  readonly parameters: Document | null;
}

/** Fields of a metric that do not change its result. `fingerprint` is what clients send back from a response. */
const LABELS: ReadonlySet<string> = new Set(['uuid', 'name', 'kind', 'fingerprint', 'goal']);

/**
 * The fingerprint of a metric in an experiment: 64 hexadecimal digits. It changes when the metric or the experiment
 * changes in a way that changes results, so that stored results of an earlier definition are not shown for a new one
 * (`docs/wire/experiments.md#time-series`). The order of keys does not count; null and absent are equal.
 */
export function metricFingerprint(metric: Document, experiment: FingerprintedExperiment): string {
  const counted = Object.entries(metric).filter(([name]) => !LABELS.has(name));
  const payload = sorted({
    metric: Object.fromEntries(counted),
    startDate: experiment.startDate?.toISOString(),
    statsConfig: experiment.statsConfig,
    exposureCriteria: experiment.exposureCriteria,
    onlyCountMaturedUsers: experiment.onlyCountMaturedUsers,
    excludedVariants: experiment.parameters?.['excluded_variants'],
  });
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
