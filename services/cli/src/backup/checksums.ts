import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, EXIT } from '../exit-codes';
import { filesBelow, PRIVATE, sha256Of } from './files';

/** The file of checksums, in the format of `sha256sum`. */
const CHECKSUMS = 'SHA256SUMS';

/** Writes the checksums of all files of a folder. @returns the checksum of that list. */
export async function writeChecksums(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const file of await filesBelow(folder)) {
    lines.push(`${await sha256Of(join(folder, file))}  ${file}\n`);
  }
  const path = join(folder, CHECKSUMS);
  await writeFile(path, lines.join(''), { mode: PRIVATE.file });
  return sha256Of(path);
}

/**
 * Compares every file of a backup with its checksum.
 *
 * @param listChecksum as returned by `writeChecksums`.
 * @param beside files that are not in the list.
 * @throws CommandError that names a damaged, missing or additional file.
 */
export async function checkChecksums(
  folder: string,
  listChecksum: string,
  beside: readonly string[],
): Promise<void> {
  const damaged = (what: string): never => {
    throw new CommandError(`the backup is damaged: ${what}. Use another backup.`, EXIT.failed);
  };
  const there = new Set(await filesBelow(folder));
  for (const name of [CHECKSUMS, ...beside]) there.delete(name);
  const path = join(folder, CHECKSUMS);
  if ((await sha256Of(path).catch(() => null)) !== listChecksum) damaged(`${CHECKSUMS} differs`);
  for (const line of (await readFile(path, 'utf8')).split('\n').filter(Boolean)) {
    const [, checksum, file = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? damaged(line);
    if (!there.delete(file)) damaged(`${file} is missing`);
    if ((await sha256Of(join(folder, file))) !== checksum) damaged(`${file} differs`);
  }
  for (const file of there) damaged(`${file} is not in its checksums`);
}
