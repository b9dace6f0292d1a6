// Known weaknesses of the packages that run in production, as the registry knows them. One without a review
// fails; those that were stand in audit-exceptions.json, each with its reason and the day until which it holds.
// An audit that could not run ends with NOT_RUN, which is no success.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from './lib/advisories.mjs';
import { NOT_RUN } from './lib/outcome.mjs';
import { packageManager } from './lib/package-manager.mjs';
import { root } from './lib/run.mjs';

const TIMEOUT_MS = 60_000;
const exceptions = JSON.parse(readFileSync(join(root, 'scripts', 'audit-exceptions.json'), 'utf8'));

const { unavailable, problems } = judge(await ask(), exceptions, new Date());
if (unavailable !== null) console.log(`not run: no audit, ${unavailable}`);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
else process.exitCode = unavailable === null ? 0 : NOT_RUN;

/** What the package manager says, which ends with an error both for findings and for no response. */
async function ask() {
  const program = await packageManager().catch(() => null);
  if (program === null) return '';
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
    execFile(program, ['audit', '--prod', '--json'], options, (error, stdout) =>
      resolve(stdout === '' ? (error?.message ?? '') : stdout),
    );
  });
}
