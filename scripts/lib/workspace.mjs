import { performance } from 'node:perf_hooks';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { packageManager } from './package-manager.mjs';
import { bin, root, run, runLines, since } from './run.mjs';
import { WorkspaceError } from './workspace-error.mjs';

const stampPath = join(root, 'node_modules', '.tidemark-install');

/** Ends with one clear line if Node.js is too old for the repository. */
function ensureNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new WorkspaceError(
    `Node.js ${major}.${minor} or newer is needed; this is ${process.versions.node}.`,
  );
}

/** Installs the dependencies, unless those of the current lockfile are installed. */
export async function ensureInstalled() {
  const stamp = lockfileHash();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  const from = performance.now();
  console.log('Installing dependencies (once per lockfile)');
  // CI makes pnpm not ask questions.
  const code = await run(
    await packageManager(),
    ['install', '--frozen-lockfile', '--reporter=append-only'],
    { CI: 'true' },
  );
  if (code !== 0) throw new WorkspaceError('The dependencies could not be installed (see above).');
  writeFileSync(stampPath, stamp);
  console.log(`Installed (${since(from)})`);
}

/** The hash of the files that the installed dependencies are determined by. */
function lockfileHash() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * Compiles the projects in the given folders and those they depend on, and checks their types. Quick if nothing
 * changed.
 */
export function build(...folders) {
  return compile(folders.map(projectOf));
}

/**
 * Like `build`, but without checking types, in half the time; for code that `npm test` has already checked. The next
 * `build` checks the types.
 */
export function buildUnchecked(...folders) {
  return compile(['--noCheck', ...folders.map(projectOf)]);
}

/** `tsconfig.json` includes the tests and is for editors and checks; `tsconfig.build.json` is for builds. */
const projectOf = (folder) => join(folder, 'tsconfig.build.json');

async function compile(args) {
  const from = performance.now();
  const isFirst = !existsSync(join(root, 'packages/contracts/dist/index.js'));
  if (isFirst) console.log('Building (once; later starts build what changed)');
  const code = await runLines(bin('tsc'), ['-b', '--verbose', ...args], reportBuildLine);
  if (code !== 0) throw new WorkspaceError('The build failed (see above).');
  if (isFirst) console.log(`Built (${since(from)})`);
}

/** Prints a line of the compiler's output if it names the current project or an error. */
function reportBuildLine(line) {
  const project = /Building project '(.+)\/tsconfig\.build\.json'/.exec(line)?.[1];
  if (project !== undefined) console.log(`  building ${relative(root, resolve(root, project))}`);
  else if (/error TS\d+|^ /.test(line) && !/^ +\* /.test(line)) console.log(line);
}

/** Runs a script. A WorkspaceError is printed as one line; other errors have a stack. */
export async function main(work) {
  try {
    ensureNode();
    await work();
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    console.error(`ERROR ${error.message}`);
    process.exit(1);
  }
}
