import type { Logger } from '../logger';
import { createOpenTelemetry } from './open-telemetry';
import { useTracer } from './spans';

/** The variables that configure the traces of a service. */
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly TRACING_SAMPLE_RATIO?: number | undefined;
}

/**
 * Starts tracing if an endpoint is configured. By default it is not, and OpenTelemetry's SDK is not loaded.
 * `openService` ends tracing.
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

/** Parses `name=value,name=value` with percent-encoding, the format of OpenTelemetry's variable. */
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
    // An invalid percent sequence is kept as it is.
    return value;
  }
}
