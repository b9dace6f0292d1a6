import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { NOT_RUN, outcomeOf } from './outcome.mjs';
import { bin, capture, root, since } from './run.mjs';

/** Includes the rules that need types. A comment that disables a rule without need is an error. */
export const OXLINT = ['--type-aware', '--deny-warnings', '--report-unused-disable-directives'];

/** The checks that need neither an engine nor a build, the slowest first. */
const CHECKS = [
  ['oxlint', OXLINT],
  ['tsc', ['-p', 'tsconfig.json']],
  ['tsc', ['-p', 'packages/console/tsconfig.json']],
  ['tsc', ['-p', 'packages/console/build/tsconfig.json']],
  ['prettier', ['--check', '.']],
  ['depcruise', ['packages', 'services', 'tests', 'bench']],
  ['depcruise', ['--config', '.dependency-cruiser.folders.cjs', 'packages', 'services']],
  ['knip', ['--tsConfig', 'tsconfig.build.json']],
  ['audit', []],
  ['openapi', []],
];

/**
 * Two checks at a time with a low priority use the idle times of two cores. One that fails runs once more, as test
 * files do: beside the build, the compiler once did not find a module that was there.
 */
const ASIDE = { atOnce: 2, niceness: 10, runsAgain: true };

/** Checks that are scripts of this repository. */
const OWN = {
  openapi: join(root, 'scripts', 'lint-openapi.mjs'),
  audit: join(root, 'scripts', 'audit.mjs'),
};

/**
 * Runs all checks at the same time and prints the result and the time of each. Returns the names of the failed checks.
 */
export function runChecks(checks = CHECKS) {
  return runEach(checks, { atOnce: checks.length, niceness: 0 });
}

/** Like `runChecks`, but with a low priority, beside other work. */
export function runChecksAside() {
  return runEach(CHECKS, ASIDE);
}

async function runEach(checks, { atOnce, niceness, runsAgain = false }) {
  const waiting = [...checks];
  const failed = [];
  const notRun = [];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const code = await runOne(...next, niceness);
      if (code === NOT_RUN) notRun.push(next[0]);
      else if (code !== 0) failed.push(next);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (notRun.length > 0) console.log(`Checks that could not run: ${notRun.join(', ')}`);
  const names = [];
  for (const check of failed) {
    if (runsAgain && (await runOne(...check, niceness)) === 0) {
      console.log(`UNSTABLE check ${nameOf(check)}: failed, then passed`);
    } else names.push(check[0]);
  }
  return names;
}

async function runOne(name, args, niceness) {
  const from = performance.now();
  const [command, given] = OWN[name] ? [process.execPath, [OWN[name], ...args]] : [bin(name), args];
  // The error is caught here, because no caller awaits this promise yet if the program cannot be started.
  const { code, output } = await capture(command, given, niceness).catch((error) => ({
    code: 1,
    output: String(error),
  }));
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${outcomeOf(code)} ${nameOf([name, args])} (${since(from)})`);
  return code;
}

function nameOf([name, args]) {
  return [name, ...shown(args)].join(' ');
}

/** Shortens long argument lists, such as lists of files. */
function shown(args) {
  return args.length > 8 ? [...args.slice(0, 2), `… ${args.length - 2} more`] : args;
}
