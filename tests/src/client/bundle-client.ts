import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { REPOSITORY } from '../test-support/standalone';

const BUNDLER = join(dirname(require.resolve('rolldown/package.json')), 'bin', 'cli.mjs');

/** A script for a page, bundled with `@tidemark/client` and its dependencies. */
export interface Bundle {
  readonly file: string;
  remove(): Promise<void>;
}

/** Bundles a script that imports `@tidemark/client` for browsers, as the build of a web application does. */
export async function bundleForBrowsers(script: string): Promise<Bundle> {
  // In this folder, the import of `@tidemark/client` is resolved.
  const folder = await mkdtemp(join(REPOSITORY, 'tests', 'node_modules', '.page-'));
  const entry = join(folder, 'page.mjs');
  const file = join(folder, 'bundle.mjs');
  await writeFile(entry, script);
  const options = ['--format', 'esm', '--platform', 'browser', '--file', file];
  await promisify(execFile)(process.execPath, [BUNDLER, entry, ...options], { cwd: folder });
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
