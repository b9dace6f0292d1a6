import type { HealthCheck } from '@tidemark/platform';
import type { Source } from './config';

const TIMEOUT_MS = 1_900;

/** Returns one check per process, which requests its `/_readyz` and reports the reason if it is not ready. */
export function readinessChecks(sources: readonly Source[]): readonly HealthCheck[] {
  return sources.map(({ name, readyUrl }) => ({
    name,
    check: async () => {
      const response = await fetch(readyUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      if (!response.ok) throw new Error(reasonIn(text) || `HTTP status ${response.status}`);
    },
  }));
}

/** Reads the metrics of all processes. A process that does not respond is left out. */
export async function collectMetrics(
  urls: readonly string[],
  onMissing: (url: string, error: unknown) => void,
): Promise<readonly string[]> {
  const texts = await Promise.all(
    urls.map(async (url) => {
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        return response.ok ? await response.text() : '';
      } catch (error) {
        onMissing(url, error);
        return '';
      }
    }),
  );
  return texts.filter((text) => text !== '');
}

/** Returns the failed checks of a `/_readyz` response, as in `redis: no response within 2000 ms`. */
function reasonIn(text: string): string {
  try {
    const { checks } = JSON.parse(text) as { checks?: Record<string, string> };
    return Object.entries(checks ?? {})
      .filter(([, state]) => state !== 'ok')
      .map(([name, state]) => `${name}: ${state}`)
      .join('; ');
  } catch {
    // The body is not the JSON of a service. The caller uses the status.
    return '';
  }
}
