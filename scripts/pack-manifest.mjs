// Prepares the package.json of a published package for `npm pack`, which does not know the protocols of pnpm. npm runs it:
//   "prepack": "node ../../scripts/pack-manifest.mjs", "postpack": "node ../../scripts/pack-manifest.mjs --restore"
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const MANIFEST = 'package.json';
const ORIGINAL = 'package.json.original';

if (process.argv.includes('--restore')) restore();
else prepare();

function prepare() {
  // An interrupted run has left the original.
  restore();
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const { devDependencies: _, scripts: __, dependencies = {}, ...published } = manifest;
  const versions = Object.entries(dependencies).map(([name, version]) => [
    name,
    publishedVersion(name, version),
  ]);
  renameSync(MANIFEST, ORIGINAL);
  writeFileSync(
    MANIFEST,
    `${JSON.stringify({ ...published, dependencies: Object.fromEntries(versions) }, null, 2)}\n`,
  );
  copyFileSync(join(root, 'LICENSE'), 'LICENSE');
}

function restore() {
  if (!existsSync(ORIGINAL)) return;
  renameSync(ORIGINAL, MANIFEST);
  rmSync('LICENSE', { force: true });
}

function publishedVersion(name, version) {
  if (version.startsWith('workspace:')) {
    const folder = name.replace(/^@tidemark\//, '');
    return JSON.parse(readFileSync(join(root, 'packages', folder, MANIFEST), 'utf8')).version;
  }
  if (version !== 'catalog:') return version;
  const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
  const line = catalog
    .split('\n')
    .map((text) => /^ {2}'?([^':]+)'?: (\S+)$/.exec(text))
    .find((found) => found?.[1] === name);
  if (line === undefined) throw new Error(`pnpm-workspace.yaml has no version of ${name}`);
  return line[2];
}
