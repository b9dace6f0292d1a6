import { counted, numberWords } from '../numbers';
import { clockText } from '../time-text';

type ImportStatus = 'queued' | 'running' | 'cancelling' | 'completed' | 'failed' | 'cancelled';

interface Pair {
  readonly source: number;
  readonly target: number;
}

interface CountDifference extends Pair {
  readonly day: string;
  readonly event: string;
}

export interface Reconciliation {
  readonly equal: boolean;
  readonly events: Pair & {
    readonly differences: readonly CountDifference[];
    readonly difference_count: number;
  };
  /** Records that could not be imported; absent for runs of older versions. */
  readonly rejected?: number | undefined;
  readonly persons: Pair | null;
  readonly flags: {
    readonly source: number;
    readonly differences: readonly { readonly key: string; readonly difference: string }[];
  } | null;
}

/** An import in its wire format (`imports`). */
export interface ImportRun {
  readonly id: string;
  readonly source: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly status: ImportStatus;
  readonly in_background: boolean;
  readonly phase: string | null;
  readonly waiting_until: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly error: string | null;
  readonly reconciliation: Reconciliation | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

interface ImportProblem {
  readonly kind: string;
  readonly source_id: string;
  readonly name: string;
  readonly reason: string;
  readonly occurrences: number;
}

export type ImportDetail = ImportRun & {
  readonly problem_count: number;
  readonly problems: readonly ImportProblem[];
};

/** The sources whose files can be uploaded, with a description of the files. */
export const FILE_SOURCES = [
  { value: 'segment', label: 'Segment: messages of its spec, one per line' },
  { value: 'mixpanel', label: 'Mixpanel: lines of the raw export, or of profiles' },
  { value: 'amplitude', label: 'Amplitude: a file of the Export API, unzipped' },
  { value: 'posthog', label: 'PostHog: a file of a batch export' },
  { value: 'umami', label: 'Umami: the CSV files of its export' },
  { value: 'plausible', label: 'Plausible: a CSV file of its export' },
  { value: 'csv', label: 'Any CSV, with a mapping' },
] as const;

export type FileSource = (typeof FILE_SOURCES)[number]['value'];

const MAX_FILE_MB = 50;

/** The reason why the files cannot be uploaded; null if they can. */
export function importFilesProblem(files: readonly Pick<File, 'name' | 'size'>[]): string | null {
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_FILE_MB * 1024 * 1024) {
    return `The files are larger than ${MAX_FILE_MB} MB. Compress them with gzip, split them, or use tidemark import.`;
  }
  const isKnown = ({ name }: { readonly name: string }) =>
    /\.(?:(?:jsonl|json|ndjson|jsonlines|csv)(?:\.(?:gz|gzip|br))?|parquet(?:\.(?:gz|br|zst|sz|lz4))?)$/i.test(
      name,
    );
  return files.every(isKnown)
    ? null
    : 'Expected .jsonl, .json, .ndjson, .csv or .parquet, compressed with gzip or Brotli, or uncompressed.';
}

/** The inputs of the form for a CSV: columns, or a mapping as JSON that replaces them. */
export interface CsvFields {
  readonly eventColumn: string;
  readonly eventName: string;
  readonly distinctId: string;
  readonly timestamp: string;
  readonly uuid: string;
  readonly json: string;
}

export const EMPTY_CSV: CsvFields = {
  eventColumn: '',
  eventName: '',
  distinctId: '',
  timestamp: '',
  uuid: '',
  json: '',
};

/** The reason why the mapping is incomplete; null if it is complete. */
export function csvProblem(fields: CsvFields): string | null {
  if (fields.json.trim() !== '') return null;
  if (fields.eventColumn === '' && fields.eventName === '') {
    return 'Enter the column of the event, or one event for all rows.';
  }
  return fields.distinctId === '' || fields.timestamp === ''
    ? 'Enter the columns of the distinct id and of the timestamp.'
    : null;
}

/** The mapping as JSON in the format of the API. */
export function csvMapping(fields: CsvFields): string {
  if (fields.json.trim() !== '') return fields.json.trim();
  const { eventColumn, eventName, distinctId, timestamp, uuid } = fields;
  return JSON.stringify({
    event: eventColumn === '' ? { value: eventName } : { column: eventColumn },
    distinct_id: { column: distinctId },
    timestamp: { column: timestamp },
    ...(uuid !== '' && { uuid: { column: uuid } }),
  });
}

/** The column names in the first line of a CSV. */
export function columnsOf(text: string): readonly string[] {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const names = first.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  return names.map((name) => name.replace(/^"|"$/g, '').replaceAll('""', '"').trim());
}

/** Whether an import is still in progress. */
export function isUnderWay({ status }: Pick<ImportRun, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'cancelling';
}

/** The label of an import's state, and its tone (colour). Times are in the time zone of the project. */
export function importWords(
  run: Pick<ImportRun, 'status' | 'phase' | 'waiting_until'>,
  zone: string,
) {
  const { status, phase, waiting_until: until } = run;
  const running =
    until === null
      ? ({ text: phaseWords(phase), tone: 'accent' } as const)
      : ({
          text: `waiting for the source until ${clockText(until, zone)}`,
          tone: 'warning',
        } as const);
  const words = {
    queued: { text: 'waiting', tone: 'accent' },
    running,
    cancelling: { text: 'being cancelled', tone: 'warning' },
    completed: { text: 'completed', tone: 'success' },
    cancelled: { text: 'cancelled', tone: 'warning' },
    failed: { text: 'failed', tone: 'danger' },
  } as const;
  return words[status];
}

function phaseWords(phase: string | null): string {
  if (phase === null) return 'running';
  if (phase === 'ingestion') return 'waiting for ingestion';
  if (phase === 'cohort_members') return 'comparing';
  return `importing ${kindWords(phase)}`;
}

/** The plural of a kind of imported item: `feature_flag` → `feature flags`. */
export function kindWords(kind: string): string {
  const text = kind.replaceAll('_', ' ');
  return text.endsWith('s') ? text : `${text}s`;
}

/** Describes the source of an import. */
export function sourceWords({ source, settings }: Pick<ImportRun, 'source' | 'settings'>): string {
  const { address, project, file, files, from, to } = settings;
  const place = [address, file, files].find((value) => typeof value === 'string') ?? '';
  const number = typeof project === 'string' ? `, project ${project}` : '';
  const days = typeof from === 'string' && typeof to === 'string' ? `, ${from} to ${to}` : '';
  return `${source} ${place}${number}${days}`.trim();
}

/** Describes what was compared, and with which result. */
export function comparisonWords({ equal, rejected = 0, persons, flags }: Reconciliation): {
  readonly kind: 'success' | 'warning';
  readonly text: string;
} {
  if (!equal) return { kind: 'warning', text: 'There are differences.' };
  const numbers = `The numbers of events${persons === null ? '' : ' and persons'}`;
  const text = `${numbers}${flags === null ? '' : ', and the values of flags,'} are equal.`;
  if (rejected === 0) return { kind: 'success', text };
  const without = `${counted(rejected, 'record')} of the source could not be imported.`;
  return { kind: 'warning', text: `${text} ${without}` };
}

/** Describes how many items have been imported so far, by kind. */
export function countWords(counts: ImportRun['counts']): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.map(([kind, count]) => `${numberWords(count)} ${kindWords(kind)}`).join(', ');
}
