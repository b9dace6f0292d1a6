import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Only the user who runs the product has access: a backup contains its secrets and all of its data. */
export const PRIVATE = { folder: 0o700, file: 0o600 } as const;

/** Returns the relative paths of all files below a folder, sorted; empty if it does not exist. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export async function bytesOf(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(folder, file))).size;
  return bytes;
}

/** Whether a folder is empty or does not exist. */
export function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}
