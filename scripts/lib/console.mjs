import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { capture, root, since } from './run.mjs';
import { WorkspaceError } from './workspace-error.mjs';

const folder = join(root, 'packages', 'console');
const generated = join(folder, 'src', 'api', 'generated', 'schema.d.ts');
const document = join(root, 'docs', 'openapi.json');
const stampPath = join(folder, 'dist', '.sources');
/** The files that the build of the console depends on, in addition to the lockfile. */
const SOURCES = ['src', 'build', 'public', 'index.html', 'vite.config.ts', 'package.json'];

/** Writes the types of the API's routes from `docs/openapi.json`, unless they are up to date. */
export async function generateRouteTypes() {
  const digest = digestOf([document]);
  const mark = `// ${digest}\n`;
  if (existsSync(generated) && readFileSync(generated, 'utf8').startsWith(mark)) return;
  const { default: openapiTs, astToString } = await import(join(folder, 'build', 'openapi.mjs'));
  const schema = JSON.parse(readFileSync(document, 'utf8'));
  mkdirSync(dirname(generated), { recursive: true });
  const types = astToString(await openapiTs(consoleRoutes(schema)));
  writeFileSync(generated, mark + types);
}

/** The routes that the console may call: those of `/api/`, without the aliases under `/api/environments/`. */
function consoleRoutes(schema) {
  const isOurs = ([path]) => path.startsWith('/api/') && !path.startsWith('/api/environments/');
  return { ...schema, paths: Object.fromEntries(Object.entries(schema.paths).filter(isOurs)) };
}

/** Builds the console, unless `dist` was built from the current sources and dependencies. */
export async function buildConsole() {
  const stamp = digestOf([...SOURCES.flatMap(filesOf), join(root, 'pnpm-lock.yaml')]);
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
  const from = performance.now();
  console.log('Building the console (once; later starts build what changed)');
  const { code, output } = await capture(process.execPath, [
    join(folder, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    folder,
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) throw new WorkspaceError(`The console could not be built:\n${output}`);
  writeFileSync(stampPath, stamp);
  console.log(`Built the console (${since(from)})`);
}

function filesOf(name) {
  const path = join(folder, name);
  if (name.includes('.')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('generated'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digestOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}
