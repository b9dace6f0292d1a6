import type { ExportFormat } from '@tidemark/contracts';
import { parquetRowCount } from './parquet-row-count';

/** Counts the rows of a file while its bytes are streamed. */
export interface RowCounter {
  add(chunk: Buffer): void;
  /** Called after all bytes have passed. @throws when they are not a complete file */
  rows(): number;
}

export function createRowCounter(format: ExportFormat): RowCounter {
  switch (format) {
    case 'JSONLines':
      return lineCounter();
    case 'CSV':
      return csvCounter();
    case 'Parquet':
      return parquetCounter();
  }
}

const LINE_FEED = 10;
const QUOTE = 34;

function lineCounter(): RowCounter {
  let lines = 0;
  return {
    add(chunk) {
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) {
        lines += 1;
      }
    },
    rows: () => lines,
  };
}

/**
 * Counts the lines of a CSV file without the header. Line breaks in quotes are text; a doubled quote ends and
 * restarts the quoted text.
 */
function csvCounter(): RowCounter {
  let lines = 0;
  let isQuoted = false;
  return {
    add(chunk) {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === LINE_FEED && !isQuoted) lines += 1;
      }
    },
    rows: () => Math.max(0, lines - 1),
  };
}

/** Footers of our row groups are a few hundred KiB; statistics of long texts make them larger. */
const MAX_FOOTER_BYTES = 32 * 1024 * 1024;

function parquetCounter(): RowCounter {
  let tail: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk) {
      tail.push(chunk);
      bytes += chunk.length;
      if (bytes < 2 * MAX_FOOTER_BYTES) return;
      const kept = Buffer.from(Buffer.concat(tail).subarray(-MAX_FOOTER_BYTES));
      tail = [kept];
      bytes = kept.length;
    },
    rows: () => parquetRowCount(Buffer.concat(tail)),
  };
}
