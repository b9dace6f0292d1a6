import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { mergeReports } from './test-report.mjs';
import { WorkspaceError } from './workspace-error.mjs';

/** Files that take at least this long wait until the others have shown how fast the machine is. */
const LONG_SECONDS = 25;

/** The share of the time that is kept for files that fail and run again. */
const RESERVED_SHARE = 0.15;

/**
 * Reads TEST_BUDGET_MINUTES, for a machine that ends a run after a given time. Returns null without it; else
 * `{ secondsLeft(), reservedSeconds }`, counted from `startedAt` (ms of `clock`).
 *
 * @throws WorkspaceError if it is not a positive number
 */
export function readBudget(environment, startedAt, clock) {
  const given = environment.TEST_BUDGET_MINUTES;
  if (given === undefined || given === '') return null;
  const seconds = Number(given) * 60;
  if (!(seconds > 0)) {
    throw new WorkspaceError(`TEST_BUDGET_MINUTES must be a positive number, not "${given}".`);
  }
  return {
    secondsLeft: () => seconds - (clock() - startedAt) / 1000,
    reservedSeconds: seconds * RESERVED_SHARE,
  };
}

/** Returns the recorded seconds of each test file by its path, relative to the repository. */
export function readTimings() {
  return JSON.parse(readFileSync(join(root, 'tests', 'timings.json'), 'utf8'));
}

/** Separates paths of test files into `{ quick, long }` by their recorded seconds; new files are quick. */
function separateLong(paths, timings) {
  const isLong = (path) => (timings[path] ?? 0) >= LONG_SECONDS;
  return { quick: paths.filter((path) => !isLong(path)), long: paths.filter(isLong) };
}

/** Returns how many times as long as recorded the files of a run took; 1 if none of them was recorded. */
function slownessOf(files, timings) {
  let recorded = 0;
  let measured = 0;
  for (const { path, seconds } of files) {
    if (timings[path] === undefined) continue;
    recorded += timings[path];
    measured += seconds;
  }
  return recorded === 0 ? 1 : measured / recorded;
}

/**
 * Chooses the files that `workers` can end within `seconds`, the longest first, each by the worker that is free first.
 *
 * @returns `{ run, notRun }`, which are lists of paths
 */
export function chooseFitting(paths, timings, { seconds, workers, slowness }) {
  const secondsOf = (path) => (timings[path] ?? 0) * slowness;
  const lanes = Array.from({ length: workers }, () => 0);
  const run = [];
  const notRun = [];
  for (const path of [...paths].sort((a, b) => secondsOf(b) - secondsOf(a))) {
    const free = lanes.indexOf(Math.min(...lanes));
    if (lanes[free] + secondsOf(path) > seconds) {
      notRun.push(path);
      continue;
    }
    lanes[free] += secondsOf(path);
    run.push(path);
  }
  return { run, notRun };
}

/**
 * Runs the quick files, which show how slow the machine is, and then long files while they fit into the time. After
 * each group of long files, those that did not fit are considered again, because the group may have been faster.
 *
 * @param files `{ paths, timings, workers, runFiles }`; `runFiles` gets paths and resolves with their report
 * @returns the report of all files, with `notRun` (paths) and `slowness`
 */
export async function runWithin(budget, { paths, timings, workers, runFiles }) {
  const { quick, long } = separateLong(paths, timings);
  let report = mergeReports(quick.length === 0 ? [] : [await runFiles(quick)]);
  for (let waiting = long; ;) {
    const slowness = slownessOf(report.files, timings);
    const seconds = budget.secondsLeft() - budget.reservedSeconds;
    const { run, notRun } = chooseFitting(waiting, timings, { seconds, workers, slowness });
    if (run.length === 0) return { ...report, notRun, slowness };
    report = mergeReports([report, await runFiles(run)]);
    waiting = notRun;
  }
}
