import { plainMessage } from './plain-message';

/** A check of one dependency by a real request. */
export interface HealthCheck {
  readonly name: string;
  /** Resolves if the dependency responds; rejects with the reason otherwise. */
  check(): Promise<void>;
}

export interface Readiness {
  readonly ready: boolean;
  /** `ok` or the reason of the failure, by dependency. */
  readonly checks: Readonly<Record<string, string>>;
}

/** Runs all checks at the same time, each with the time limit `timeoutMs`. */
export async function readiness(
  checks: readonly HealthCheck[],
  timeoutMs = 2_000,
): Promise<Readiness> {
  const results = await Promise.all(
    checks.map(async (dependency): Promise<[string, string]> => {
      const { name } = dependency;
      try {
        await withTimeout(dependency.check(), timeoutMs);
        return [name, 'ok'];
      } catch (error) {
        return [name, plainMessage(error)];
      }
    }),
  );
  return {
    ready: results.every(([, state]) => state === 'ok'),
    checks: Object.fromEntries(results),
  };
}

/** Waits for the given work. @throws if it takes longer than `timeoutMs` */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
