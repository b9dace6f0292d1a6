import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linePages } from './line-pages';

/** What bounds the memory. */
export interface SortLimits {
  /** The bytes of values that are sorted in memory at a time. */
  readonly sortBytes: number;
  /** The number of sorted files that are merged at a time. */
  readonly mergedFiles: number;
  /** The distance between two keys of the index, which is in memory: less than a hundredth of the values. */
  readonly blockBytes: number;
  /** The bytes of values of one key that are returned at most; further values of the key are left out. */
  readonly keyBytes: number;
}

const LIMITS: SortLimits = {
  ...{ sortBytes: 32 * 1024 * 1024, mergedFiles: 16, blockBytes: 16 * 1024 },
  keyBytes: 4 * 1024 * 1024,
};

/** A line of a file: the key, a tab and the value, both as JSON, which has no tab or line feed. */
interface Line {
  readonly key: string;
  readonly line: string;
}

/**
 * Finds values by their key, in any number and order. They are sorted in temporary files, which are removed when they
 * are sorted. The memory does not depend on their number, except for the index.
 */
export class SortedValues {
  private lines: Line[] = [];
  private bytes = 0;
  private files: string[] = [];
  private made = 0;
  private file: FileHandle | null = null;
  private readonly index: { readonly keys: string[]; readonly places: number[] } = {
    keys: [],
    places: [],
  };
  private size = 0;
  private block: { readonly number: number; readonly lines: readonly Line[] } | null = null;

  private constructor(
    private readonly folder: string,
    private readonly limits: SortLimits,
  ) {}

  static async create(limits: Partial<SortLimits> = {}): Promise<SortedValues> {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-import-'));
    return new SortedValues(folder, { ...LIMITS, ...limits });
  }

  async add(key: string, value: unknown): Promise<void> {
    const text = JSON.stringify(key);
    const line = `${text}\t${JSON.stringify(value)}\n`;
    this.lines.push({ key: text, line });
    this.bytes += line.length;
    if (this.bytes >= this.limits.sortBytes) await this.spill();
  }

  /** Ends the addition of values. Values can be found afterwards. */
  async finish(): Promise<void> {
    await this.spill();
    const { mergedFiles } = this.limits;
    while (this.files.length > 1) {
      const merged: string[] = [];
      for (let at = 0; at < this.files.length; at += mergedFiles) {
        merged.push(await this.write(mergeFiles(this.files.slice(at, at + mergedFiles))));
      }
      this.files = merged;
    }
    const [path] = this.files;
    if (path === undefined) return;
    await this.buildIndex(path);
    this.file = await open(path, 'r');
    // The open file can still be read, and leaves nothing behind if the process is killed.
    await rm(this.folder, { recursive: true });
  }

  /** Returns the values of each key that has any, in the order of their addition. */
  async find(keys: Iterable<string>): Promise<ReadonlyMap<string, readonly unknown[]>> {
    const found = new Map<string, readonly unknown[]>();
    // In the order of the file, so that a block is read once for all of its keys.
    const sorted = [...new Set(keys)].map((key) => [JSON.stringify(key), key] as const);
    sorted.sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [text, key] of sorted) {
      const values = await this.valuesOf(text);
      if (values.length > 0) found.set(key, values);
    }
    return found;
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
    await rm(this.folder, { recursive: true, force: true });
  }

  private async valuesOf(key: string): Promise<readonly unknown[]> {
    const values: unknown[] = [];
    let bytes = 0;
    for (let number = this.firstBlock(key); number < this.index.keys.length; number += 1) {
      for (const { key: at, line } of await this.readBlock(number)) {
        if (at > key) return values;
        if (at < key || bytes > this.limits.keyBytes) continue;
        bytes += line.length;
        values.push(JSON.parse(line.slice(key.length + 1)));
      }
    }
    return values;
  }

  /** Returns the number of the last block that begins before a key, because the key may begin within it. */
  private firstBlock(key: string): number {
    let low = 0;
    let high = this.index.keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.index.keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  private async readBlock(number: number): Promise<readonly Line[]> {
    if (this.block?.number === number) return this.block.lines;
    const { places } = this.index;
    const start = places[number] ?? this.size;
    const bytes = Buffer.alloc((places[number + 1] ?? this.size) - start);
    await this.file?.read(bytes, 0, bytes.length, start);
    const lines = bytes.toString('utf8').split('\n').filter(Boolean).map(lineOf);
    this.block = { number, lines };
    return lines;
  }

  private async buildIndex(path: string): Promise<void> {
    let next = 0;
    for await (const { key, line } of readSorted(path)) {
      if (this.size >= next) {
        this.index.keys.push(key);
        this.index.places.push(this.size);
        next = this.size + this.limits.blockBytes;
      }
      this.size += Buffer.byteLength(line) + 1;
    }
  }

  private async spill(): Promise<void> {
    if (this.lines.length === 0) return;
    const { lines } = this;
    this.lines = [];
    this.bytes = 0;
    // The sort keeps the order of equal keys.
    lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    this.files.push(await this.write(lines.map(({ line }) => line)));
  }

  private async write(lines: AsyncIterable<string> | Iterable<string>): Promise<string> {
    this.made += 1;
    const path = join(this.folder, String(this.made));
    const file = await open(path, 'wx', 0o600);
    try {
      let part: string[] = [];
      let length = 0;
      for await (const line of lines) {
        part.push(line);
        length += line.length;
        if (length < 256 * 1024) continue;
        await file.appendFile(part.join(''));
        part = [];
        length = 0;
      }
      await file.appendFile(part.join(''));
    } finally {
      await file.close();
    }
    return path;
  }
}

/** Merges sorted files, which are removed. Equal keys have the order of the files. */
async function* mergeFiles(paths: readonly string[]): AsyncGenerator<string> {
  const readers = await Promise.all(paths.map((path) => PageReader.open(path)));
  for (;;) {
    let least: PageReader | null = null;
    for (const reader of readers) {
      if (reader.current === null) continue;
      if (least === null || reader.current.key < keyOf(least)) least = reader;
    }
    if (least === null || least.current === null) break;
    yield `${least.current.line}\n`;
    // Only the end of a page waits for the file.
    if (!least.step()) await least.load();
  }
  for (const path of paths) await rm(path);
}

/** Reads the lines of a sorted file page by page. */
class PageReader {
  current: Line | null = null;
  private lines: readonly (string | null)[] = [];
  private at = 0;

  private constructor(private readonly pages: AsyncIterator<readonly (string | null)[]>) {}

  static async open(path: string): Promise<PageReader> {
    const reader = new PageReader(pagesOf(path));
    await reader.load();
    return reader;
  }

  /** Goes to the next line of the page. Returns false at its end. */
  step(): boolean {
    this.at += 1;
    const line = this.lines[this.at] ?? null;
    this.current = line === null ? null : lineOf(line);
    return this.current !== null;
  }

  /** Reads the next page; `current` is null at the end of the file. */
  async load(): Promise<void> {
    const next = await this.pages.next();
    this.lines = next.done === true ? [] : next.value;
    this.at = -1;
    this.step();
  }
}

function keyOf({ current }: PageReader): string {
  return current?.key ?? '';
}

async function* readSorted(path: string): AsyncGenerator<Line> {
  for await (const lines of pagesOf(path)) {
    for (const line of lines) if (line !== null) yield lineOf(line);
  }
}

async function* pagesOf(path: string): AsyncGenerator<readonly (string | null)[]> {
  for await (const { lines } of linePages(createReadStream(path), 0)) yield lines;
}

function lineOf(line: string): Line {
  return { key: line.slice(0, line.indexOf('\t')), line };
}
