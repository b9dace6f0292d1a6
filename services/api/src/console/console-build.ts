import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleFile } from './console-files';
import { HASHED_FOLDER, listConsoleFiles } from './console-files';
import { SHELL_FILE } from './console-folder';

export interface ConsoleBuild {
  readonly files: ReadonlyMap<string, ConsoleFile>;
  readonly shell: Buffer;
  /** The ETag of the shell. */
  readonly tag: string;
}

/**
 * Reads a build of the console, and reads it again after its files were replaced: a shell of an older build would name
 * scripts that do not exist any more. While a build is written, there is no shell; the last one is then kept.
 *
 * @param folder the build of `@tidemark/console`
 * @throws Error if the folder has no shell at the first reading
 */
export function createConsoleBuild(folder: string): () => ConsoleBuild {
  let stamp = stampOf(folder);
  let build = read(folder);
  return () => {
    const now = stampOf(folder);
    if (now !== null && now !== stamp) {
      build = read(folder);
      stamp = now;
    }
    return build;
  };
}

/** Changes when the shell is written, or when a hashed file is added or removed; null without a shell. */
function stampOf(folder: string): string | null {
  const shell = statSync(join(folder, SHELL_FILE), { throwIfNoEntry: false });
  if (shell === undefined) return null;
  const hashed = statSync(join(folder, HASHED_FOLDER), { throwIfNoEntry: false });
  return `${shell.mtimeMs} ${shell.size} ${hashed?.mtimeMs ?? 0}`;
}

function read(folder: string): ConsoleBuild {
  const shell = readFileSync(join(folder, SHELL_FILE));
  const digest = createHash('sha256').update(shell).digest('base64url').slice(0, 27);
  return { files: listConsoleFiles(folder), shell, tag: `"${digest}"` };
}
