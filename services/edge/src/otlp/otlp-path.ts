import type { OtlpIntake } from '@tidemark/domain';

/**
 * The signal by path: the paths of PostHog, and those that a standard exporter derives from an endpoint
 * (`docs/wire/otel.md#paths`). `null` is a signal that is not stored.
 */
const INTAKES: Readonly<Record<string, OtlpIntake | null>> = {
  '/i/v0/ai/otel': 'ai',
  '/i/v0/ai/otel/v1/traces': 'ai',
  '/i/v1/traces': 'traces',
  '/v1/traces': 'traces',
  '/i/v1/logs': 'logs',
  '/v1/logs': 'logs',
  '/i/v1/metrics': 'metrics',
  '/v1/metrics': 'metrics',
  '/i/v0/ai/otel/v1/logs': null,
  '/i/v0/ai/otel/v1/metrics': null,
};

/** Returns the signal of a path; undefined for a path outside OTLP, null for a signal that is not stored. */
export function otlpIntake(path: string): OtlpIntake | null | undefined {
  return Object.hasOwn(INTAKES, path) ? INTAKES[path] : undefined;
}
