import type { MeasuredServer } from './child';
import type { LoadOptions, LoadResult } from './load';
import { load } from './load';

const ROUNDS = 3;

/**
 * Loads floor and subject in turn, and prints the median of the rounds' CPU ratios: floor's CPU per
 * request ÷ the subject's. Generator and stores share the cores, so CPU is what can be compared.
 */
export async function compare(
  title: string,
  floor: MeasuredServer,
  subject: MeasuredServer,
  options: LoadOptions & { readonly floorPath?: string },
): Promise<void> {
  const warm = { ...options, seconds: 2 };
  await load(floor, warm);
  await load(subject, warm);
  const ratios: number[] = [];
  let last: { floor: LoadResult; subject: LoadResult } | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const pair = { floor: await load(floor, options), subject: await load(subject, options) };
    ratios.push(pair.floor.cpuMicrosPerRequest / pair.subject.cpuMicrosPerRequest);
    last = pair;
  }
  ratios.sort((a, b) => a - b);
  const line = (name: string, r: LoadResult): string =>
    `  ${name.padEnd(8)} ${r.requestsPerSecond.toFixed(0).padStart(7)} req/s  p50 ${r.p50} ms  p99 ${r.p99} ms  ${r.cpuMicrosPerRequest.toFixed(1)} µs CPU/request`;
  console.log(title);
  if (last !== undefined)
    console.log(`${line('floor', last.floor)}\n${line('tidemark', last.subject)}`);
  console.log(
    `  ratio (floor CPU ÷ Tidemark CPU per request, median of ${ROUNDS}): ${(ratios[Math.floor(ROUNDS / 2)] ?? 0).toFixed(2)}`,
  );
  console.log(`  resident memory of the subject: ${subject.residentMegabytes().toFixed(0)} MB`);
}
