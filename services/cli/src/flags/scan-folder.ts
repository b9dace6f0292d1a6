import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FlagReference } from '@tidemark/contracts';
import type { Ignore } from 'ignore';
import ignore from 'ignore';
import { findReferences } from './find-references';

/** Larger files are usually bundles or data: they are not read, but named. */
const MAX_BYTES = 1_000_000;
/** Folders that never contain the project's own code; ignored even without a .gitignore. */
const ALWAYS_IGNORED = new Set(['.git', '.hg', '.svn', 'node_modules']);
/** The number of bytes that are searched for a zero byte, by which git detects a binary file too. */
const BINARY_LOOK = 8_000;

export interface FolderScan {
  readonly files: number;
  /** Ordered by path and line. Paths are relative to the folder, with slashes. */
  readonly references: readonly FlagReference[];
  /** The files that are too large to be read, by their paths: a flag without references may be in one of them. */
  readonly tooLarge: readonly string[];
}

/** The rules of a .gitignore and the folder to which they apply. */
interface Rules {
  readonly folder: string;
  readonly ignored: Ignore;
}

/**
 * Finds the references to flags in a checkout. Files that a .gitignore excludes, binary files and symbolic links are left
 * out; large files are named.
 *
 * @throws the error of the file system if the folder cannot be read
 */
export async function scanFolder(folder: string, keys: ReadonlySet<string>): Promise<FolderScan> {
  let files = 0;
  const references: FlagReference[] = [];
  const tooLarge: string[] = [];
  for await (const path of filesOf(folder, [])) {
    const shown = relative(folder, path).split(sep).join('/');
    if ((await lstat(path)).size > MAX_BYTES) {
      tooLarge.push(shown);
      continue;
    }
    const text = await readText(path);
    if (text === null) continue;
    files += 1;
    for (const found of findReferences(text, keys)) references.push({ ...found, path: shown });
  }
  return { files, references, tooLarge };
}

async function* filesOf(folder: string, above: readonly Rules[]): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    ? [{ folder, ignored: ignore().add(await readFile(join(folder, '.gitignore'), 'utf8')) }]
    : [];
  const rules = [...above, ...own];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (ALWAYS_IGNORED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (isIgnored(path, entry.isDirectory(), rules)) continue;
    if (entry.isDirectory()) yield* filesOf(path, rules);
    else if (entry.isFile()) yield path;
  }
}

/** Whether a path is ignored. The innermost folder with a rule for the path decides. */
function isIgnored(path: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, ignored } of rules.toReversed()) {
    const inner = relative(folder, path).split(sep).join('/');
    const result = ignored.test(isFolder ? `${inner}/` : inner);
    if (result.ignored) return true;
    if (result.unignored) return false;
  }
  return false;
}

/** Null for a binary file. */
async function readText(path: string): Promise<string | null> {
  const bytes = await readFile(path);
  return bytes.subarray(0, BINARY_LOOK).includes(0) ? null : bytes.toString('utf8');
}
