import type { ExportCompression, ExportFormat, ExportModel } from '@tidemark/contracts';

const FORMATS: Readonly<Record<ExportFormat, string>> = {
  JSONLines: 'jsonl',
  Parquet: 'parquet',
  CSV: 'csv',
};
const COMPRESSIONS: Readonly<Record<ExportCompression, string>> = {
  gzip: 'gz',
  brotli: 'br',
  zstd: 'zst',
  snappy: 'sz',
  lz4: 'lz4',
};
const NUMBER_DIGITS = 5;

/** The fields of a run that determine the names of its files. */
export interface NamedRun {
  readonly prefix: string;
  readonly model: ExportModel;
  readonly start: Date | null;
  readonly end: Date;
  readonly backfillId: string | null;
}

export interface RunFiles {
  /** Directory below the destination's root, without slashes at its ends. */
  readonly directory: string;
  /** The common prefix of the run's file names. */
  readonly stem: string;
}

/**
 * The directory and file names of a run. A one-off run of a time range has its id in the names: it contains other
 * rows than the scheduled run of that range, and must not replace its files.
 */
export function runFiles(run: NamedRun): RunFiles {
  const { start, end, backfillId } = run;
  const range = `${start === null ? 'START' : compact(start)}-${compact(end)}`;
  const directory = fillTemplate(run).split('/').filter(Boolean).join('/');
  return { directory, stem: backfillId === null ? range : `${range}-backfill-${backfillId}` };
}

export function partName(
  { stem }: RunFiles,
  number: number,
  format: ExportFormat,
  compression: ExportCompression | null,
): string {
  const extensions = [
    FORMATS[format],
    ...(compression === null ? [] : [COMPRESSIONS[compression]]),
  ];
  return `${stem}-${String(number).padStart(NUMBER_DIGITS, '0')}.${extensions.join('.')}`;
}

export function manifestName({ stem }: RunFiles): string {
  return `${stem}_manifest.json`;
}

/** PostHog's template variables; times are those of the interval's start. */
function fillTemplate({ prefix, model, start, end }: NamedRun): string {
  const [date = '', time = ''] = (start ?? end).toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const [hour = '', minute = '', second = ''] = time.replace(/\..*/, '').split(':');
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    hour,
    minute,
    second,
    data_interval_start: start === null ? 'START' : compact(start),
    data_interval_end: compact(end),
    table: model,
  };
  return prefix.replace(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
}

/** Formats a time as `20260131T235900Z`, which sorts by time and is valid in every file system. */
function compact(timestamp: Date): string {
  return timestamp.toISOString().replace(/[-:]|\.\d+/g, '');
}
