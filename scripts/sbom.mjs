// npm run sbom: writes a list of all packages of Tidemark in the format CycloneDX 1.6, to standard output or to the
// named file. Each package has its version, checksum, licence and dependencies.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { sbomOf } from './lib/sbom.mjs';
import { main } from './lib/workspace.mjs';
import { WorkspaceError } from './lib/workspace-error.mjs';

const store = join(root, 'node_modules', '.pnpm');
let folders;

await main(() => {
  const [file] = process.argv.slice(2);
  const { parse } = yamlParser();
  const lock = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
  const workspace = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const document = sbomOf(lock, workspace, licenseOf, new Date().toISOString());
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
});

/** Returns the YAML parser that the api service depends on. */
function yamlParser() {
  try {
    return createRequire(join(root, 'services', 'api', 'package.json'))('yaml');
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    throw new WorkspaceError('The dependencies are not installed: run npm start or npm test once.');
  }
}

/** Returns null for a package of another platform, which is not installed here. */
function licenseOf(name, version) {
  const id = `${name.replace('/', '+')}@${version}`;
  // The folder name of a package with peer dependencies ends with a hash of them.
  const folder = installed().find((one) => one === id || one.startsWith(`${id}_`));
  if (folder === undefined) return null;
  const path = join(store, folder, 'node_modules', name, 'package.json');
  const { license, licenses } = JSON.parse(readFileSync(path, 'utf8'));
  const named = license ?? licenses?.[0];
  return typeof named === 'object' ? named.type : (named ?? null);
}

function installed() {
  return (folders ??= readdirSync(store));
}
