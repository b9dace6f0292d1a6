import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { compileHogQL, HogQLError, type CompileContext } from '@tidemark/hogql';
import { median } from '../median';
import { HOSTILE, longStatement, TYPICAL } from './statements';

const ROUNDS = 5;

interface OfficialParser {
  parseSelect(source: string): string;
}

/** The package's types only describe its ESM build. */
const createOfficial = createRequire(__filename)(
  '@posthog/hogql-parser',
) as () => Promise<OfficialParser>;

const CONTEXT: CompileContext = {
  projectId: 1,
  timezone: 'UTC',
  weekStartDay: 0,
  now: new Date(0),
  actions: new Map(),
  values: { browser: 'Chrome' },
  defaultLimit: 100,
  maxRows: 10_000,
};

/**
 * Measures the compilation of HogQL to ClickHouse SQL. The floor is the official parser, which only returns a tree; the
 * target is that the whole compilation is twenty times faster.
 */
export async function benchHogQL(): Promise<void> {
  const official = await createOfficial();
  const compile = (source: string) => (): unknown => compileHogQL(source, CONTEXT);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(p50(() => official.parseSelect(TYPICAL), 60));
    ours.push(p50(compile(TYPICAL), 2000));
  }
  const ratio = median(theirs.map((floor, round) => floor / (ours[round] ?? floor)));
  console.log(`hogql: ${TYPICAL.length} characters, medians of ${ROUNDS} rounds`);
  line('official parser alone, p50', median(theirs), null);
  line('Tidemark, text to SQL, p50', median(ours), 0.5);
  console.log(`  ratio ${ratio.toFixed(1)} (target ≥ 20)`);

  const long = longStatement(33_000);
  line(`${(long.length / 1000).toFixed(0)} kB, text to SQL, p50`, p50(compile(long), 30), 50);

  for (const [name, source] of Object.entries(HOSTILE)) {
    line(`rejection of nested ${name}, p50`, p50(rejection(source), 30), 5);
  }
}

function rejection(source: string): () => unknown {
  return () => {
    try {
      compileHogQL(source, CONTEXT);
    } catch (error) {
      if (error instanceof HogQLError) return error;
      throw error;
    }
    throw new Error('A hostile statement was accepted');
  };
}

/** The median milliseconds of a run, after a tenth of the runs as a warm-up. */
function p50(run: () => unknown, runs: number): number {
  for (let at = 0; at < runs / 10; at++) run();
  const times: number[] = [];
  for (let at = 0; at < runs; at++) {
    const start = performance.now();
    run();
    times.push(performance.now() - start);
  }
  return median(times);
}

function line(what: string, milliseconds: number, target: number | null): void {
  const wanted = target === null ? '' : ` (target ≤ ${target})`;
  console.log(`  ${what.padEnd(34)} ${milliseconds.toFixed(3).padStart(9)} ms${wanted}`);
}
