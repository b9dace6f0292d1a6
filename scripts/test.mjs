// npm test: all checks, then all tests. npm test -- <pattern>: only the tests whose path matches.
// TEST_WORKERS=<number> npm test: as many files at once, instead of one for each core.
// TEST_BUDGET_MINUTES=<number> npm test: leaves out long files that would not end in time, and prints their names.
// RECORD_TIMINGS=1 npm test: writes the time of each file to tests/timings.json, which orders the next runs.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runChecksAside } from './lib/checks.mjs';
import { buildClientModule } from './lib/client-module.mjs';
import { buildConsole, generateRouteTypes } from './lib/console.mjs';
import { buildPrograms } from './lib/programs.mjs';
import { bin, capture, root, run, since } from './lib/run.mjs';
import { chooseFitting, readBudget, readTimings, runWithin } from './lib/test-budget.mjs';
import { readReport, recordTimings, timeTable } from './lib/test-report.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

const pattern = process.argv.slice(2);
const startedAt = performance.now();
const reportPath = join(root, '.cache', 'jest.json');
/** The memory of a test file with a product and a browser. */
const WORKER_BYTES = 3 * 1024 ** 3;
/** If more files than this fail, they are not run again, because chance cannot be the reason. */
const MAX_FILES_RUN_AGAIN = 20;

await main(async () => {
  const budget = readBudget(process.env, startedAt, () => performance.now());
  await step('install', ensureInstalled).catch(endWithNothingRun);
  await generateRouteTypes();
  // The compiler has one thread and tests often wait, so that two cores can also run the checks.
  const checks = pattern.length === 0 ? runChecksAside() : Promise.resolve([]);
  await step('build', () =>
    Promise.all([build('.').then(buildPrograms), buildConsole(), buildClientModule()]),
  ).catch(async (error) => {
    await checks;
    endWithNothingRun(error);
  });
  const first = budget === null ? await runAll() : await runLimited(budget);
  const tests = await runFailedAgain(first, budget);
  const failedChecks = await checks;
  if (pattern.length === 0) {
    console.log(timeTable(first.files).join('\n'));
    if (process.env.RECORD_TIMINGS === '1' && first.notRun.length === 0) {
      recordTimings(first.files);
    }
  }
  const failed = tests.failed + failedChecks.length;
  // At the end, because a long output may be cut in the middle.
  for (const { text } of tests.unstable)
    console.log(`UNSTABLE (failed, then passed alone) ${text}`);
  for (const { text } of tests.failures) console.log(`FAILED ${text}`);
  if (first.notRun.length > 0) {
    console.log(`NOT RUN, because the time was not sufficient: ${first.notRun.join(', ')}`);
  }
  if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(', ')}`);
  console.log(`${tests.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

/**
 * The number of test files that run at the same time: one for each core, but fewer on a machine with little memory.
 * One more was measured: a run took as long, and waits of a product under load timed out. TEST_WORKERS replaces it.
 */
function workers() {
  const given = Number(process.env.TEST_WORKERS);
  if (given > 0) return given;
  return Math.max(2, Math.min(availableParallelism(), Math.floor(totalmem() / WORKER_BYTES)));
}

async function runAll() {
  const report = await step('jest', () => runJest([`--maxWorkers=${workers()}`, ...pattern]));
  return { ...report, notRun: [], slowness: 1 };
}

/** Runs the files that end within the budget. */
async function runLimited(budget) {
  const { code, output } = await capture(bin('jest'), ['--listTests', '--json', ...pattern]);
  if (code !== 0) throw new Error(`The test files could not be listed: ${output}`);
  // Lines above the list name the chosen projects.
  const files = JSON.parse(output.slice(output.indexOf('[')));
  // Jest prints that it found nothing, and fails.
  if (files.length === 0) return runAll();
  const report = await runWithin(budget, {
    paths: files.map((path) => relative(root, path)),
    timings: readTimings(),
    workers: workers(),
    runFiles: (paths) =>
      step(`jest, ${paths.length} files`, () =>
        runJest([`--maxWorkers=${workers()}`, '--runTestsByPath', ...paths]),
      ),
  });
  console.log(`Files took ${report.slowness.toFixed(2)} times their recorded times`);
  return report;
}

/** Prints the closing line also for a run that could not begin. */
function endWithNothingRun(error) {
  console.log('0 passed, 1 failed');
  throw error;
}

async function step(name, work) {
  const from = performance.now();
  const result = await work();
  console.log(`done    ${name} (${since(from)})`);
  return result;
}

async function runJest(args) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(reportPath, { force: true });
  const code = await run(bin('jest'), ['--json', `--outputFile=${reportPath}`, ...args]);
  return readReport(reportPath, code);
}

/**
 * Runs the failed files once more, one at a time. A file that passes then is printed as unstable, so that one slow
 * response on a busy machine does not make the run fail.
 */
async function runFailedAgain(first, budget) {
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES_RUN_AGAIN) {
    return { ...first, unstable: [] };
  }
  if (budget !== null) {
    const room = { seconds: budget.secondsLeft(), workers: 1, slowness: first.slowness };
    if (chooseFitting(failedFiles, readTimings(), room).notRun.length > 0) {
      console.log('The failed files are not run again, because the time is not sufficient');
      return { ...first, unstable: [] };
    }
  }
  console.log(`Running again, one at a time: ${failedFiles.join(', ')}`);
  const second = await step('jest again', () =>
    runJest(['--runInBand', '--forceExit', '--runTestsByPath', ...failedFiles]),
  );
  const unstable = first.failures.filter(({ path }) => !second.failedFiles.includes(path));
  const passed = first.passed + first.failed - second.failed;
  return { ...first, failed: second.failed, failures: second.failures, unstable, passed };
}
