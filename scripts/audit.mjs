// Known weaknesses of the packages that run in production, as the registry knows them. One that nobody has reviewed
// fails; those that were stand in audit-exceptions.json, each with its reason and the day until which it holds.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from './lib/advisories.mjs';
import { root } from './lib/run.mjs';

const TIMEOUT_MS = 60_000;
const exceptions = JSON.parse(readFileSync(join(root, 'scripts', 'audit-exceptions.json'), 'utf8'));

const report = await ask();
const { unavailable, problems } = judge(report, exceptions, new Date());
if (unavailable !== null) console.log(`skipped: no audit, ${unavailable}`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** What the package manager says, which ends with an error both for findings and for no answer. */
function ask() {
  const args = ['-y', 'pnpm@10', 'audit', '--prod', '--json'];
  return new Promise((resolve) => {
    execFile('npx', args, { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 }, (error, stdout) =>
      resolve(stdout === '' ? (error?.message ?? '') : stdout),
    );
  });
}
