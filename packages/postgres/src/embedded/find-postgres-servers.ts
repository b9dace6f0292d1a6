import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian and Ubuntu have one folder here for each major version. */
const DEBIAN_ROOT = '/usr/lib/postgresql';

/** Folders that contain `initdb` and `postgres`: Debian's versions, newest first, then folders on the given PATH. */
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
