import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METHODS } from './test-support/methods';
import { createRandom } from './test-support/random';

const EXPERIMENTS = 2000;
/** Three standard errors above 5 % of 2,000 experiments. */
const MOST_WRONG = 0.05 + 3 * Math.sqrt((0.05 * 0.95) / EXPERIMENTS);

/** The table in docs/statistics.md contains the simulated numbers. */
const DOCUMENT = readFileSync(join(__dirname, '../../../docs/statistics.md'), 'utf8');

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

it.each(METHODS)(
  '2,000 A/A and A/B experiments: $name',
  ({ name, data, effect, run, tooNarrow = false }) => {
    const random = createRandom(1);
    const verdicts = (truth: number) =>
      Array.from({ length: EXPERIMENTS }, () => run(random, truth));
    const share = <T>(of: readonly T[], holds: (one: T) => boolean): number =>
      of.filter(holds).length / of.length;

    const [none, some] = [verdicts(0), verdicts(effect)];
    const wrong = share(none, ({ significant }) => significant);
    const covered = share(some, ({ interval: [low, high] }) => low <= effect && effect <= high);
    const found = share(some, ({ significant }) => significant);

    expect(wrong > MOST_WRONG).toBe(tooNarrow);
    expect(covered < 1 - MOST_WRONG).toBe(tooNarrow);
    expect(found).toBeGreaterThan(0.5);
    const cells = [name, data, percent(wrong), percent(effect), percent(covered), percent(found)];
    const row = DOCUMENT.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
    expect(
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ).toEqual(cells);
  },
);
