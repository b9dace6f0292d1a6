// npm test: all checks, then all tests. npm test -- <pattern>: only the tests whose path matches.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { runChecksAside } from './lib/checks.mjs';
import { bin, root, run, since } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

const pattern = process.argv.slice(2);
const reportPath = join(root, '.cache', 'jest.json');

await main(async () => {
  await step('install', ensureInstalled).catch(endWithNothingRun);
  // The compiler has one thread, and tests often wait: two cores have room for the checks beside them.
  const checks = pattern.length === 0 ? runChecksAside() : Promise.resolve([]);
  await step('build', () => build('.')).catch(async (error) => {
    await checks;
    endWithNothingRun(error);
  });
  const tests = await step('jest', runJest);
  const failedChecks = await checks;
  const failed = tests.failed + failedChecks.length;
  if (failedChecks.length > 0) console.log(`Failed checks: ${failedChecks.join(', ')}`);
  console.log(`${tests.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && tests.code === 0 ? 0 : 1;
});

/** The closing line stands below every run, also one that could not begin. */
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

/** Two workers: the tests share two cores with the engines they start. */
async function runJest() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(reportPath, { force: true });
  const args = ['--maxWorkers=2', '--json', `--outputFile=${reportPath}`, ...pattern];
  const code = await run(bin('jest'), args);
  return { code, ...counts(code) };
}

/** A file that could not run at all counts as one failure; so does a Jest that wrote no report. */
function counts(code) {
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'));
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
