import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { bin, capture, root, since } from './run.mjs';

/** The checks that need neither an engine nor a build; the longest first. */
const CHECKS = [
  ['eslint', ['--max-warnings', '0', '.']],
  ['tsc', ['-p', 'tsconfig.eslint.json']],
  ['prettier', ['--check', '.']],
  ['depcruise', ['packages', 'services', 'tests', 'bench']],
  ['audit', []],
  ['openapi', []],
];

/** Two at a time, and giving way: enough for the idle moments of two cores. */
const ASIDE = { atOnce: 2, niceness: 10 };

/** Linters whose program is ours. */
const OWN = {
  openapi: join(root, 'scripts', 'lint-openapi.mjs'),
  audit: join(root, 'scripts', 'audit.mjs'),
};

/** Runs all checks at once, tells each one's result and time, answers the names that failed. */
export function runChecks() {
  return runEach({ atOnce: CHECKS.length, niceness: 0 });
}

/** The same in the time that other work leaves. */
export function runChecksAside() {
  return runEach(ASIDE);
}

async function runEach({ atOnce, niceness }) {
  const waiting = [...CHECKS];
  const failed = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await passes(...next, niceness))) failed.push(next[0]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return failed;
}

async function passes(name, args, niceness) {
  const from = performance.now();
  const [command, given] = OWN[name] ? [process.execPath, [OWN[name], ...args]] : [bin(name), args];
  // Nobody may be waiting yet when it cannot even be started.
  const { code, output } = await capture(command, given, niceness).catch((error) => ({
    code: 1,
    output: String(error),
  }));
  if (code !== 0 || output.startsWith('skipped')) console.log(output.trimEnd());
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} ${args.join(' ')} (${since(from)})`);
  return code === 0;
}
