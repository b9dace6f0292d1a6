import { parseArgs } from 'node:util';
import { createApiClient } from '../support/api-client';
import type { VictimName } from './faults/victims';
import { findVictim, VICTIMS } from './faults/victims';
import { seededRandom, shuffled } from './random';
import type { Differences } from './reconcile';
import { isRight, reconcile } from './reconcile';
import { roundLines, sumLine } from './report';
import type { RoundResult } from './round';
import { runRound } from './round';
import type { Chaos } from './start-chaos';
import { startChaos } from './start-chaos';

const LATEST_MOMENT_MS = 2_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run chaos -- --rounds 20 --seed 1`: one fault a round, a line each; then all rounds are reconciled
 * once more. Answers the exit code: 1 when anything is lost, doubled or wrong.
 */
async function main(): Promise<number> {
  const { rounds, seed } = readArguments();
  say(`${rounds} rounds, seed ${seed}`);
  const chaos = await startChaos();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void chaos.stop().finally(() => process.exit(130)));
  }
  try {
    const results = await runRounds(chaos, rounds, seededRandom(seed));
    const api = createApiClient(chaos.product.url, chaos.product.personalApiKey);
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
  random: () => number,
): Promise<readonly RoundResult[]> {
  const results: RoundResult[] = [];
  let waiting: VictimName[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (waiting.length === 0) waiting = shuffled(VICTIMS, random);
    const name = waiting.pop() ?? VICTIMS[0];
    const victim = findVictim(name, chaos.product, chaos.second);
    const momentMs = Math.round(random() * LATEST_MOMENT_MS);
    const result = await runRound(chaos, victim, runOf(round), momentMs);
    results.push(result);
    say(roundLines(round + 1, victim, momentMs, result));
  }
  return results;
}

function runOf(index: number): string {
  return `round${index + 1}`;
}

function readArguments(): { readonly rounds: number; readonly seed: number } {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '20' }, seed: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error('--rounds must be above 0');
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error('--seed must be a whole number');
  return { rounds, seed };
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`ERROR ${String(error)}\n`);
    process.exit(1);
  },
);
