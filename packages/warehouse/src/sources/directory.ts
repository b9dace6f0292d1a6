import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { WarehouseSourceError } from '../errors';
import { MAX_FILES } from '../limits';
import { hasWildcard, matchesSegment } from './glob';
import type { Source, SourceFile } from './source';

/**
 * Opens files in the directory of the project below the root that the operator configured. Symbolic links are not
 * followed, because a link could lead out of the root or to another project.
 */
export function openDirectory(
  root: string,
  projectId: number,
  segments: readonly string[],
): Source {
  return {
    async files() {
      const base = join(await rootOf(root), `project-${projectId}`);
      const found: string[] = [];
      await collect(base, segments, found);
      if (found.length === 0) {
        throw new WarehouseSourceError('No file matches the URL pattern.');
      }
      return found.sort().map((path): SourceFile => fileAt(path, path.slice(base.length + 1)));
    },
    close: () => undefined,
  };
}

async function rootOf(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (cause) {
    throw new WarehouseSourceError('The directory of this server cannot be read.', { cause });
  }
}

async function collect(
  directory: string,
  [pattern, ...rest]: readonly string[],
  found: string[],
): Promise<void> {
  if (pattern === undefined) return;
  for (const entry of await matching(directory, pattern)) {
    if (found.length >= MAX_FILES) {
      throw new WarehouseSourceError(`The URL pattern matches more than ${MAX_FILES} files.`);
    }
    const path = join(directory, entry.name);
    if (rest.length === 0 && entry.isFile()) found.push(path);
    if (rest.length > 0 && entry.isDirectory()) await collect(path, rest, found);
  }
}

/** The matching entries of a directory; a symbolic link is neither file nor directory. */
async function matching(
  directory: string,
  pattern: string,
): Promise<readonly Pick<Dirent, 'name' | 'isFile' | 'isDirectory'>[]> {
  try {
    const place = await lstat(directory);
    if (!place.isDirectory()) return [];
    if (hasWildcard(pattern)) {
      const entries = await readdir(directory, { withFileTypes: true });
      return entries.filter(({ name }) => !name.startsWith('.') && matchesSegment(pattern, name));
    }
    const entry = await lstat(join(directory, pattern));
    return [
      {
        name: pattern,
        isFile: () => entry.isFile(),
        isDirectory: () => entry.isDirectory(),
      },
    ];
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw new WarehouseSourceError('The directory cannot be read.', { cause, isTransient: true });
  }
}

function fileAt(path: string, name: string): SourceFile {
  return {
    name,
    async size() {
      const handle = await openFile(path);
      try {
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    async read(range) {
      const handle = await openFile(path);
      return handle.createReadStream(
        range === undefined ? {} : { start: range.start, end: range.end - 1 },
      );
    },
  };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    if ((await realpath(path)) !== path) throw new WarehouseSourceError('The file is a link.');
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (cause) {
    if (cause instanceof WarehouseSourceError) throw cause;
    throw new WarehouseSourceError('The file cannot be read.', { cause, isTransient: true });
  }
  throw new WarehouseSourceError('The file is no ordinary file.');
}

function isMissing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
