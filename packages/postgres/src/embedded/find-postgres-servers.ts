import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian and Ubuntu keep every major version in a folder of its own. */
const DEBIAN_ROOT = '/usr/lib/postgresql';

/**
 * Folders that hold both `initdb` and `postgres`, best first: Debian's versions, newest first, then
 * whatever lies along the given PATH.
 */
export function installedServerFolders(
  searchPath: string,
  debianRoot = DEBIAN_ROOT,
): readonly string[] {
  const debian = versionFolders(debianRoot).map((version) => join(debianRoot, version, 'bin'));
  const folders = [...debian, ...searchPath.split(delimiter).filter(Boolean)];
  return [...new Set(folders)].filter(holdsServer);
}

function versionFolders(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
}

function holdsServer(folder: string): boolean {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}
