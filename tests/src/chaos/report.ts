import type { Ledger } from './load/ledger';
import type { Differences } from './reconcile';
import { isRight } from './reconcile';
import type { RoundResult } from './round';

const SHOWN = 5;

/** The line for a round; if something is wrong, a second line with examples. */
export function roundLines(
  round: number,
  fault: string,
  faultAtMs: number,
  result: RoundResult,
): string {
  const what = `${fault} at ${faultAtMs} ms`;
  const parts = [
    `${String(round).padStart(3)}  ${what.padEnd(40)}`,
    `${countsOf([result.ledger])}, ${differencesOf([result.found])}, dead letters ${result.deadLetters};`,
    timesOf([result]),
  ];
  if (!isRight(result.found)) parts.push(`\n     ${examples(result.found)}`);
  return parts.join(' ');
}

/** The summary of all rounds. `final` are the differences at the end. */
export function sumLine(results: readonly RoundResult[], final: readonly Differences[]): string {
  const ledgers = results.map(({ ledger }) => ledger);
  return `in the end: ${countsOf(ledgers)}, ${differencesOf(final)}; slowest ${timesOf(results)}`;
}

function countsOf(ledgers: readonly Ledger[]): string {
  const sum = (of: (ledger: Ledger) => number): number =>
    ledgers.reduce((total, ledger) => total + of(ledger), 0);
  return `sent ${sum(({ sentUuids }) => sentUuids.size)}, acknowledged ${sum(({ acknowledgedUuids }) => acknowledgedUuids.size)}`;
}

function differencesOf(found: readonly Differences[]): string {
  const count = (of: (one: Differences) => readonly unknown[]): number =>
    found.reduce((total, one) => total + of(one).length, 0);
  const surplus = (index: 0 | 1): number =>
    found.reduce((total, one) => total + one.surplusPersons[index], 0);
  return [
    `lost ${count(({ lost }) => lost)}`,
    `doubled ${count(({ doubled }) => doubled)}`,
    `unknown ${count(({ unknown }) => unknown)}`,
    `wrong identities ${count(({ wrongIdentities }) => wrongIdentities)}`,
    `surplus persons ${surplus(0)}/${surplus(1)}`,
  ].join(', ');
}

function timesOf(results: readonly RoundResult[]): string {
  const slowest = (of: (result: RoundResult) => number): number => Math.max(...results.map(of));
  return [
    `ms: restarted ${slowest(({ restartedMs }) => restartedMs)}`,
    `recovered ${slowest(({ recoveredMs }) => recoveredMs)}`,
    `drained ${slowest(({ drainedMs }) => drainedMs)}`,
    `right ${slowest(({ settledMs }) => settledMs)}`,
  ].join(', ');
}

function examples(found: Differences): string {
  const few = Object.entries(found).map(([name, values]) => [
    name,
    (values as readonly unknown[]).slice(0, SHOWN),
  ]);
  return JSON.stringify(Object.fromEntries(few));
}
