import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OutboundGuard } from '@tidemark/platform';
import type { SourceFile } from '@tidemark/warehouse';
import { openSource } from '@tidemark/warehouse';
import { ImportSourceError } from '../source';
import { formatOf } from './read-file';

/** The files of an import. */
export interface OpenFiles {
  readonly files: readonly SourceFile[];
  close(): void;
}

export interface BucketAccess {
  readonly access_key: string;
  readonly access_secret: string;
}

/**
 * Opens the data files of a path, ordered by name. The path is a file, or a folder that is searched recursively.
 *
 * @throws ImportSourceError
 */
export async function openLocalFiles(path: string): Promise<OpenFiles> {
  const root = resolve(path);
  const found: string[] = [];
  await collect(root, found);
  const files = found.sort().map((at): SourceFile => ({
    name: at.slice(root.length + 1) || (at.split('/').at(-1) ?? at),
    size: async () => (await stat(at)).size,
    read: (range) =>
      Promise.resolve(
        createReadStream(at, range === undefined ? {} : { start: range.start, end: range.end - 1 }),
      ),
  }));
  if (files.length === 0) {
    throw new ImportSourceError(`There are no .jsonl, .json, .csv or .parquet files in ${path}.`);
  }
  return { files, close: () => undefined };
}

async function collect(path: string, found: string[]): Promise<void> {
  const entry = await stat(path).catch((cause: unknown) => {
    throw new ImportSourceError(`${path} cannot be read.`, { cause });
  });
  if (!entry.isDirectory()) {
    found.push(path);
    return;
  }
  for (const below of await readdir(path, { withFileTypes: true })) {
    const at = join(path, below.name);
    if (below.isDirectory()) await collect(at, found);
    else if (below.isFile() && formatOf(below.name) !== null) found.push(at);
  }
}

/** Opens the files of a bucket that match a pattern, as in `s3://bucket/export/*.jsonl.gz`. */
export async function openBucketFiles(
  pattern: string,
  access: BucketAccess | null,
  deps: {
    readonly guard: OutboundGuard;
    readonly allowHttp: boolean;
    readonly region?: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<OpenFiles> {
  const source = await openSource(
    { projectId: 0, urlPattern: pattern, credential: access, region: deps.region },
    { rootDir: null, guard: deps.guard, allowHttp: deps.allowHttp },
    deps.signal,
  );
  const files = (await source.files()).filter(({ name }) => formatOf(name) !== null);
  return { files, close: () => source.close() };
}
