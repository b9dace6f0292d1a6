import { parseArgs } from 'node:util';
import { createApiClient } from '../test-support/api-client';
import { allFaults, findFault } from './faults/faults';
import { seededRandom, shuffled } from './random';
import type { Differences } from './reconcile';
import { isRight, reconcile } from './reconcile';
import { roundLines, sumLine } from './report';
import type { RoundResult } from './round';
import { runRound } from './round';
import type { Chaos } from './start-chaos';
import { startChaos } from './start-chaos';

const LATEST_FAULT_MS = 2_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run chaos -- --rounds 20 --seed 1 --log kafka`: one fault per round, which prints one line. At the end, all rounds are
 * compared again. Returns the exit code: 1 if an event was lost, duplicated or dead-lettered, or a person is wrong.
 */
async function main(): Promise<number> {
  const { rounds, seed, log, faults } = readArguments();
  say(`${rounds} rounds, seed ${seed}`);
  const chaos = await startChaos(log);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void chaos.stop().finally(() => process.exit(130)));
  }
  try {
    const results = await runRounds(chaos, rounds, faults, seededRandom(seed));
    const { product } = chaos.running();
    const api = createApiClient(product.url, product.personalApiKey);
    const final: Differences[] = [];
    for (const [index, { ledger }] of results.entries()) {
      final.push(await reconcile(api, runOf(index), ledger));
    }
    say(sumLine(results, final));
    const all = [...results.map(({ found }) => found), ...final];
    return all.every(isRight) && results.every(({ deadLetters }) => deadLetters === 0) ? 0 : 1;
  } finally {
    await chaos.stop();
  }
}

async function runRounds(
  chaos: Chaos,
  rounds: number,
  faults: readonly string[],
  random: () => number,
): Promise<readonly RoundResult[]> {
  const results: RoundResult[] = [];
  let waiting: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (waiting.length === 0) waiting = shuffled(faults, random);
    const fault = findFault(waiting.pop() ?? '', chaos);
    const faultAtMs = Math.round(random() * LATEST_FAULT_MS);
    const result = await runRound(chaos, fault, runOf(round), faultAtMs);
    results.push(result);
    say(roundLines(round + 1, fault.name, faultAtMs, result));
  }
  return results;
}

function runOf(index: number): string {
  return `round${index + 1}`;
}

interface Arguments {
  readonly rounds: number;
  readonly seed: number;
  readonly log: 'redis' | 'kafka';
  /** The names of the faults. Each is used once before any is used again. */
  readonly faults: readonly string[];
}

function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string' },
      fault: { type: 'string', multiple: true },
      log: { type: 'string', default: 'redis' },
    },
  });
  const rounds = Number(values.rounds);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be above 0');
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number');
  const { log } = values;
  if (log !== 'redis' && log !== 'kafka') throw new Error('--log must be redis or kafka');
  return { rounds, seed, log, faults: values.fault ?? allFaults(log) };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`ERROR ${String(error)}\n`);
    process.exit(1);
  },
);
