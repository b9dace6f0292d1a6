/** The number of runs of a property test, which compares insights of random data with the evaluator. */
export interface PropertyRuns {
  readonly numRuns: number;
  readonly endOnFailure: true;
}

/**
 * Returns the options of a property test that queries an engine. The variable `PROPERTY_RUNS_FACTOR` multiplies the
 * number of runs (1 by default). A failing case is reported at once, without a search for a smaller one.
 *
 * @param usual number of runs in the usual test run, which should take a few seconds
 * @throws Error if the variable is not a number
 */
export function propertyRuns(usual: number): PropertyRuns {
  const factor = numberIn('PROPERTY_RUNS_FACTOR') ?? 1;
  return {
    numRuns: Math.max(1, Math.round(usual * factor)),
    endOnFailure: true,
  };
}

/** The timeout of such a test in milliseconds, multiplied by the same factor. */
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
