import { performance } from 'node:perf_hooks';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { packageManager } from './package-manager.mjs';
import { bin, root, run, runLines, since } from './run.mjs';
import { WorkspaceError } from './workspace-error.mjs';

const stampPath = join(root, 'node_modules', '.tidemark-install');

/** Ends with one clear line on a Node.js that is too old for what follows. */
function ensureNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  throw new WorkspaceError(
    `Node.js ${major}.${minor} or newer is needed; this is ${process.versions.node}.`,
  );
}

/** Installs the dependencies unless those of the present lockfile are there. */
export async function ensureInstalled() {
  const stamp = lockfileHash();
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  const from = performance.now();
  console.log('Installing dependencies (once per lockfile)');
  // CI: never ask.
  const code = await run(
    await packageManager(),
    ['install', '--frozen-lockfile', '--reporter=append-only'],
    { CI: 'true' },
  );
  if (code !== 0) throw new WorkspaceError('The dependencies could not be installed (see above).');
  writeFileSync(stampPath, stamp);
  console.log(`Installed (${since(from)})`);
}

/** What the installed tree depends on. */
function lockfileHash() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Compiles and checks the projects in the given folders and all they need; quick when nothing changed. */
export function build(...folders) {
  return compile(folders.map(projectOf));
}

/**
 * The same without checking types, in half the time: for whoever wants to run what `npm test` has checked. A later
 * `build` makes up for it.
 */
export function buildUnchecked(...folders) {
  return compile(['--noCheck', ...folders.map(projectOf)]);
}

/** `tsconfig.json` of the repository is for editors and checks: it holds the tests too. */
const projectOf = (folder) => join(folder, 'tsconfig.build.json');

async function compile(args) {
  const from = performance.now();
  const isFirst = !existsSync(join(root, 'packages/contracts/dist/index.js'));
  if (isFirst) console.log('Building (once; later starts build what changed)');
  const code = await runLines(bin('tsc'), ['-b', '--verbose', ...args], reportBuildLine);
  if (code !== 0) throw new WorkspaceError('The build failed (see above).');
  if (isFirst) console.log(`Built (${since(from)})`);
}

/** Reports a line of the compiler's output: the current project, or an error. */
function reportBuildLine(line) {
  const project = /Building project '(.+)\/tsconfig\.build\.json'/.exec(line)?.[1];
  if (project !== undefined) console.log(`  building ${relative(root, resolve(root, project))}`);
  else if (/error TS\d+|^ /.test(line) && !/^ +\* /.test(line)) console.log(line);
}

/** Runs a script's work; a failure that the reader can act on is one line, not a stack. */
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
