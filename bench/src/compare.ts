import type { MeasuredServer } from './child';
import type { LoadOptions, LoadResult } from './load';
import { load } from './load';
import { median } from './median';

const ROUNDS = 5;

/**
 * Loads the floor and the subject alternately, and prints the medians of the rounds and two ratios: the floor's CPU per
 * request ÷ the subject's, and the subject's requests per second ÷ the floor's. Only CPU can be compared if the load
 * generator and the stores use the same cores.
 */
export async function compare(
  title: string,
  floor: MeasuredServer,
  subject: MeasuredServer,
  options: LoadOptions & {
    /** The ratio that should be reached. */
    readonly target?: number;
    /** The ratio that the target applies to; CPU by default. */
    readonly by?: 'cpu' | 'rate';
    /** Removes the data that a load of the subject stored. */
    readonly tidy?: () => Promise<void>;
  },
): Promise<void> {
  const { target, by = 'cpu', tidy = () => Promise.resolve() } = options;
  const warm = { ...options, seconds: 3 };
  await load(floor, warm);
  await load(subject, warm);
  await tidy();
  const floors: LoadResult[] = [];
  const subjects: LoadResult[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await load(floor, options));
    subjects.push(await load(subject, options));
    await tidy();
  }
  const ratio = (of: (floor: LoadResult, subject: LoadResult) => number): string =>
    median(
      floors.flatMap((floor, round) => {
        const result = subjects[round];
        return result === undefined ? [] : [of(floor, result)];
      }),
    ).toFixed(2);
  const cpu = ratio((floor, result) => floor.cpuMicrosPerRequest / result.cpuMicrosPerRequest);
  const rate = ratio((floor, result) => result.requestsPerSecond / floor.requestsPerSecond);
  const wanted = (kind: 'cpu' | 'rate'): string =>
    target === undefined || by !== kind ? '' : ` (target ≥ ${target})`;
  console.log(title);
  console.log(line('floor', floors));
  console.log(line('tidemark', subjects));
  console.log(
    `  ratios, medians of ${ROUNDS} rounds: floor CPU ÷ Tidemark CPU per request ${cpu}${wanted('cpu')},` +
      ` Tidemark ÷ floor requests/s ${rate}${wanted('rate')}`,
  );
  console.log(`  resident memory of the subject, peak: ${subject.peakMegabytes().toFixed(0)} MB`);
}

function line(name: string, results: readonly LoadResult[]): string {
  const of = (field: keyof LoadResult): number => median(results.map((result) => result[field]));
  return (
    `  ${name.padEnd(8)} ${of('cpuMicrosPerRequest').toFixed(1).padStart(7)} µs CPU/request` +
    `  ${of('requestsPerSecond').toFixed(0).padStart(6)} req/s  p50 ${of('p50')} ms  p99 ${of('p99')} ms`
  );
}
