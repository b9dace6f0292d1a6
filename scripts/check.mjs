// npm run check [-- <commit>]: the checks to run before a commit: lint and format of the changed files, types, import
// rules, and the unit tests of the changed packages. `npm test` runs everything.
import { performance } from 'node:perf_hooks';
import { changedSince, foldersOf, startOfWork } from './lib/changed.mjs';
import { OXLINT, runChecks } from './lib/checks.mjs';
import { generateRouteTypes } from './lib/console.mjs';
import { since } from './lib/run.mjs';
import { ensureInstalled, main } from './lib/workspace.mjs';

const LINTED = /\.(tsx?|mjs|js|cjs)$/;
const FORMATTED = /\.(tsx?|css|mjs|js|cjs|json|md|ya?ml)$/;

await main(async () => {
  await ensureInstalled();
  await generateRouteTypes();
  const from = performance.now();
  const commit = process.argv[2] ?? startOfWork();
  const files = changedSince(commit);
  const failed = await runChecks(checksOf(files));
  console.log(`${files.length} changed files since ${commit.slice(0, 12)} (${since(from)})`);
  process.exitCode = failed.length === 0 ? 0 : 1;
});

function checksOf(files) {
  const linted = files.filter((file) => LINTED.test(file));
  const formatted = files.filter((file) => FORMATTED.test(file));
  const folders = foldersOf(files);
  return [
    ['tsc', ['-p', 'tsconfig.json']],
    ['tsc', ['-p', 'packages/console/tsconfig.json']],
    ['depcruise', ['packages', 'services', 'tests', 'bench']],
    ...(linted.length > 0 ? [['oxlint', [...OXLINT, ...linted]]] : []),
    ...(formatted.length > 0 ? [['prettier', ['--check', '--ignore-unknown', ...formatted]]] : []),
    ...(folders.length > 0
      ? [['jest', ['--selectProjects', 'unit', '--passWithNoTests', ...folders]]]
      : []),
  ];
}
