import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './run.mjs';

const TIMINGS = join(root, 'tests', 'timings.json');
const LONGEST_FILES = 10;

/**
 * What a run of Jest left in its report:
 * `{ passed, failed, failedFiles, files: [{ path, seconds }] }`, paths relative to the repository.
 * A file that could not run at all counts as one failure; so does a Jest that wrote no report.
 */
export function readReport(reportPath, code) {
  let report;
  try {
    report = JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], files: [] };
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const pathOf = ({ name }) => relative(root, name);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failedFiles: report.testResults.filter(({ status }) => status === 'failed').map(pathOf),
    files: report.testResults.map((result) => ({
      path: pathOf(result),
      seconds: (result.endTime - result.startTime) / 1000,
    })),
  };
}

/** Lines that say where the time of a run went: seconds of the workers by place, and the longest files. */
export function timeTable(files) {
  const places = new Map();
  for (const { path, seconds } of files) {
    const place = placeOf(path);
    const { count, sum } = places.get(place) ?? { count: 0, sum: 0 };
    places.set(place, { count: count + 1, sum: sum + seconds });
  }
  const line = (seconds, text) => `${seconds.toFixed(0).padStart(6)} s  ${text}`;
  const byTime = (a, b) => b[0] - a[0];
  return [
    'Seconds of the test workers by place:',
    ...[...places]
      .map(([place, { count, sum }]) => [sum, `${place} (${count} files)`])
      .sort(byTime)
      .map(([sum, text]) => line(sum, text)),
    'The longest files:',
    ...files
      .map(({ path, seconds }) => [seconds, path])
      .sort(byTime)
      .slice(0, LONGEST_FILES)
      .map(([seconds, path]) => line(seconds, path)),
  ];
}

/** `packages/hogql/src/x.test.ts` → `packages/hogql`; the suites of `tests` by their folder. */
function placeOf(path) {
  const [first, second, third] = path.split('/');
  return first === 'tests' ? `tests/${third}` : `${first}/${second}`;
}

/** Writes the times that order the next runs (`tests/src/setup/longest-first.cjs`). */
export function recordTimings(files) {
  const rounded = files.map(({ path, seconds }) => [path, Number(seconds.toFixed(1))]);
  const sorted = rounded.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TIMINGS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
