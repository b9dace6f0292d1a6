// Writes the folder programs: the compiled services with their libraries in a few files, because Node.js needs longer to find
// and read several thousand files than to run them (docs/decisions/0358-npm-start-runs-bundled-services.md).
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const folder = join(root, 'programs');
/** The file with the digest of what was bundled. */
const SOURCES = '.sources';

const SERVICES = ['api', 'delivery', 'edge', 'ingest-worker', 'mcp', 'query-worker', 'standalone'];
/**
 * The main scripts. The bundle of each has the same path below `programs`, so that a process is found by the same
 * pattern, bundled or not.
 */
const MAINS = [
  ...SERVICES.map((name) => `services/${name}/dist/main`),
  'services/standalone/dist/front/main',
];

/** Libraries with native code or with files that they find by the address of their own module. */
const NOT_BUNDLED = /^(@napi-rs\/canvas|@platformatic\/kafka|chdb|msgpackr-extract)(\/|$)/;

/**
 * Bundles the programs, unless they were bundled from the current files. `tsc` must have written the files before.
 *
 * @returns {Promise<boolean>} whether it bundled them
 */
export async function bundlePrograms() {
  const stamp = digestOfSources();
  const bundled = join(folder, SOURCES);
  if (existsSync(bundled) && readFileSync(bundled, 'utf8') === stamp) return false;
  const bundle = await rolldown({
    input: Object.fromEntries(MAINS.map((main) => [main, join(root, `${main}.js`)])),
    platform: 'node',
    logLevel: 'warn',
    // One program may load a module at its start that another one loads later.
    checks: { ineffectiveDynamicImport: false },
    plugins: [keptLibraries, keptPlaces],
  });
  // Replaced at once, because a running product may start a service again.
  const fresh = `${folder}.${process.pid}`;
  await bundle.write({
    dir: fresh,
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    banner: ({ fileName }) =>
      `const ${ROOT} = require("node:path").join(__dirname, "${relative(dirname(fileName), '..')}");`,
  });
  await bundle.close();
  writeFileSync(join(fresh, SOURCES), stamp);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return true;
}

/** Loads the libraries of `NOT_BUNDLED` from where the importing package finds them. */
const keptLibraries = {
  name: 'kept-libraries',
  resolveId: {
    filter: { id: NOT_BUNDLED },
    async handler(id, importer, options) {
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return found === null ? null : { id: found.id, external: 'relative' };
    },
  },
};

/** A variable in each file of a bundle: the path of the repository. */
const ROOT = '__tidemark_root';
const PLACE = /\b(?:__dirname|__filename|require\.resolve\()/g;

/** `__dirname`, `__filename` and `require.resolve` still refer to the place of the original file. */
const keptPlaces = {
  name: 'kept-places',
  transform: {
    filter: { id: /\.c?js$/, code: new RegExp(PLACE.source) },
    handler(code, id) {
      const placeOf = (path) =>
        `require("node:path").join(${ROOT}, ${JSON.stringify(relative(root, path))})`;
      return code.replace(PLACE, (word) => {
        if (word === '__dirname') return placeOf(dirname(id));
        if (word === '__filename') return placeOf(id);
        return `require("node:module").createRequire(${placeOf(id)}).resolve(`;
      });
    },
  },
};

/** The installed libraries, this script and the size and time of each compiled file. */
function digestOfSources() {
  const hash = createHash('sha256');
  for (const path of [join(root, 'pnpm-lock.yaml'), fileURLToPath(import.meta.url)]) {
    hash.update(readFileSync(path));
  }
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(root, group)).sort()) {
      const dist = join(root, group, name, 'dist');
      // The console runs in the browser.
      if (name === 'console' || !existsSync(dist)) continue;
      for (const path of readdirSync(dist, { recursive: true }).sort()) {
        if (!path.endsWith('.js')) continue;
        const { size, mtimeMs } = statSync(join(dist, path));
        hash.update(`${group}/${name}/${path} ${size} ${mtimeMs}\n`);
      }
    }
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePrograms();
