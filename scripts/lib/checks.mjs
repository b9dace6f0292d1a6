import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { bin, capture, root, since } from './run.mjs';

/** The checks that need no running engine. */
const CHECKS = [
  ['prettier', ['--check', '.']],
  ['eslint', ['--max-warnings', '0', '.']],
  ['depcruise', ['packages', 'services', 'tests', 'bench']],
  ['tsc', ['-p', 'tsconfig.eslint.json']],
  ['openapi', []],
  ['audit', []],
];

/** Linters whose program is ours. */
const OWN = {
  openapi: join(root, 'scripts', 'lint-openapi.mjs'),
  audit: join(root, 'scripts', 'audit.mjs'),
};

/** Runs all checks side by side, tells each one's result and time, answers the names that failed. */
export async function runChecks() {
  const failed = [];
  await Promise.all(
    CHECKS.map(async ([name, args]) => {
      const from = performance.now();
      const { code, output } = await (OWN[name]
        ? capture(process.execPath, [OWN[name], ...args])
        : capture(bin(name), args));
      if (code !== 0) failed.push(name);
      if (code !== 0 || output.startsWith('skipped')) console.log(output.trimEnd());
      console.log(
        `${code === 0 ? 'passed' : 'FAILED'}  ${name} ${args.join(' ')} (${since(from)})`,
      );
    }),
  );
  return failed;
}
