import type { Logger } from '../logger';
import { createOpenTelemetry } from './open-telemetry';
import { useTracer } from './spans';

/** The variables of every service that say where its traces go. */
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly TRACING_SAMPLE_RATIO?: number | undefined;
}

/**
 * Begins to record traces where an endpoint is configured. Off by default, and then OpenTelemetry's SDK is not
 * even loaded. `openService` ends it.
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<void> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return;
  const ratio = config.TRACING_SAMPLE_RATIO ?? 1;
  useTracer(
    await createOpenTelemetry({
      service,
      endpoint,
      ratio,
      headers: readHeaders(config.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    }),
  );
  logger.info({ ratio }, 'traces are recorded');
}

/** `name=value,name=value`, percent-encoded, as OpenTelemetry's own variable has it. */
export function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    if (at < 1) return [];
    return [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // A percent sign that encodes nothing is one.
    return value;
  }
}
