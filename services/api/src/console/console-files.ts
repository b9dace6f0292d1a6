import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SHELL_FILE } from './console-folder';

/** Content encodings that the build writes beside a file, the smallest first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

type Encoding = (typeof ENCODINGS)[number];

/** A file of the console. */
export interface ConsoleFile {
  /** Relative to the folder, with slashes. */
  readonly name: string;
  /** The encodings for which a compressed file exists. */
  readonly encodings: readonly Encoding[];
  /** Its name changes with its content. */
  readonly isHashed: boolean;
}

/** Vite hashes the names of the files in this folder only. */
export const HASHED_FOLDER = 'assets/';

/**
 * The files of a build by their names. The shell has addresses of its own, and files that begin with a dot are the
 * build's: neither is among them.
 */
export function listConsoleFiles(folder: string): ReadonlyMap<string, ConsoleFile> {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
  );
  const isServed = (name: string): boolean =>
    name !== SHELL_FILE &&
    !/(?:^|\/)\./.test(name) &&
    !ENCODINGS.some(({ suffix }) => name.endsWith(suffix));
  return new Map(
    [...names].filter(isServed).map((name) => [
      name,
      {
        name,
        encodings: ENCODINGS.filter(({ suffix }) => names.has(name + suffix)),
        isHashed: name.startsWith(HASHED_FOLDER),
      },
    ]),
  );
}
