import { benchCapture } from './capture';
import { benchFlags } from './flags';
import { benchQuery } from './query';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  capture: benchCapture,
  flags: benchFlags,
  query: benchQuery,
};

async function main(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? Object.keys(BENCHMARKS) : names;
  for (const name of chosen) {
    const bench = BENCHMARKS[name];
    if (bench === undefined) {
      throw new Error(`Unknown benchmark ${name}: use ${Object.keys(BENCHMARKS).join(', ')}`);
    }
    await bench();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
