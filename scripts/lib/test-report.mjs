import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './run.mjs';

const TIMINGS = join(root, 'tests', 'timings.json');
const LONGEST_FILES = 10;
/** Lines of the message of a failed test in the closing list. */
const MESSAGE_LINES = 12;

/**
 * Reads the report of Jest: `{ passed, failed, failedFiles, failures, files: [{ path, seconds }] }`, with paths relative
 * to the repository. `failures` has `{ path, text }` for each failed test; the text is its name and the start of its message. A
 * file that could not run counts as one failure; so does a missing report.
 */
export function readReport(reportPath, code) {
  let report;
  try {
    report = JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], failures: [], files: [] };
  }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const pathOf = ({ name }) => relative(root, name);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failedFiles: report.testResults.filter(({ status }) => status === 'failed').map(pathOf),
    failures: report.testResults.flatMap((result) => failuresOf(pathOf(result), result)),
    files: report.testResults.map((result) => ({
      path: pathOf(result),
      seconds: (result.endTime - result.startTime) / 1000,
    })),
  };
}

/** Returns one report of several runs with different files. */
export function mergeReports(reports) {
  const sum = (key) => reports.reduce((total, report) => total + report[key], 0);
  const all = (key) => reports.flatMap((report) => report[key]);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    failedFiles: all('failedFiles'),
    failures: all('failures'),
    files: all('files'),
  };
}

/** The failed tests of one file; a file that could not run has no tests, but a message. */
function failuresOf(path, { status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) {
    return failed.map((test) => failure(path, test.fullName, test.failureMessages.join('\n')));
  }
  return status === 'failed' ? [failure(path, 'did not run', message)] : [];
}

function failure(path, name, message) {
  const lines = stripVTControlCharacters(message).split('\n');
  const start = lines.filter((line) => !line.includes('node_modules')).slice(0, MESSAGE_LINES);
  return { path, text: [`${path}: ${name}`, ...start.map((line) => `    ${line}`)].join('\n') };
}

/** Returns lines of text about the time of the run: the seconds per package or folder, and the slowest test files. */
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

/** The package of a test file, such as `packages/hogql`; for the tests in `tests`, their folder. */
function placeOf(path) {
  const [first, second, third] = path.split('/');
  return first === 'tests' ? `tests/${third}` : `${first}/${second}`;
}

/**
 * Writes the seconds of each test file, which determine the order of the files in later runs
 * (`tests/src/setup/longest-first.cjs`).
 */
export function recordTimings(files) {
  const rounded = files.map(({ path, seconds }) => [path, Number(seconds.toFixed(1))]);
  const sorted = rounded.sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(TIMINGS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
