/** How long the random tests of insights try. */
export interface PropertyRuns {
  readonly numRuns: number;
  readonly endOnFailure: true;
}

/**
 * `PROPERTY_RUNS_FACTOR` multiplies the runs of every random test that asks an engine (1 unless said). A failure
 * of such a test is reported at once, not made smaller.
 *
 * @param usual runs in the usual test run, a few seconds' worth
 * @throws when a variable is no number
 */
export function propertyRuns(usual: number): PropertyRuns {
  const factor = numberIn('PROPERTY_RUNS_FACTOR') ?? 1;
  return {
    numRuns: Math.max(1, Math.round(usual * factor)),
    endOnFailure: true,
  };
}

/** Time for as many runs as are asked for. */
export function propertyTimeout(): number {
  return 300_000 * Math.max(1, numberIn('PROPERTY_RUNS_FACTOR') ?? 1);
}

function numberIn(variable: string): number | null {
  const text = process.env[variable];
  if (text === undefined || text === '') return null;
  const number = Number(text);
  if (!Number.isFinite(number)) throw new Error(`${variable} must be a number`);
  return number;
}
