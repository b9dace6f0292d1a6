/** The formats of exported files, each with the compressions that it supports. */
export const FORMATS = {
  JSONLines: ['gzip', 'brotli'],
  Parquet: ['zstd', 'snappy', 'lz4', 'gzip', 'brotli'],
  CSV: ['gzip', 'brotli'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Format = keyof typeof FORMATS;
export const INTERVALS = ['hour', 'day', 'week', 'every 5 minutes', 'every 15 minutes'] as const;
type Interval = (typeof INTERVALS)[number];

/** The fields of an export that the form edits, without its keys, because drafts are kept in the browser. */
export interface ExportDraft {
  readonly name: string;
  readonly model: 'events' | 'persons';
  readonly interval: Interval;
  readonly type: 'S3' | 'File';
  readonly prefix: string;
  readonly format: Format;
  /** Empty for no compression. */
  readonly compression: string;
  /** Names of events, one per line; empty for all events. */
  readonly included: string;
  readonly excluded: string;
  readonly bucket: string;
  readonly region: string;
  /** Empty for AWS. */
  readonly endpoint: string;
  readonly isVirtualStyle: boolean;
  readonly encryption: '' | 'AES256' | 'aws:kms';
  readonly kmsKey: string;
}

/** The access key as typed in the form. Empty fields keep the stored key. */
export interface ExportKeys {
  readonly id: string;
  readonly secret: string;
}

export const NO_KEYS: ExportKeys = { id: '', secret: '' };

export const NEW_EXPORT: ExportDraft = {
  name: '',
  model: 'events',
  interval: 'hour',
  type: 'S3',
  prefix: 'events/{year}/{month}',
  format: 'Parquet',
  compression: 'zstd',
  included: '',
  excluded: '',
  bucket: '',
  region: '',
  endpoint: '',
  isVirtualStyle: false,
  encryption: '',
  kmsKey: '',
};

interface StoredExport {
  readonly name: string;
  readonly model: string;
  readonly interval: string;
  readonly destination: {
    readonly type: string;
    readonly config: Readonly<Record<string, unknown>>;
  };
}

export function exportDraftOf(stored: StoredExport): ExportDraft {
  const { name, model, interval, destination } = stored;
  const { type, config } = destination;
  const text = (key: string): string => (typeof config[key] === 'string' ? config[key] : '');
  const lines = (key: string): string => {
    const list = config[key];
    return Array.isArray(list) ? list.join('\n') : '';
  };
  return {
    name,
    model: model === 'persons' ? 'persons' : 'events',
    interval: INTERVALS.find((known) => known === interval) ?? 'hour',
    type: type === 'File' ? 'File' : 'S3',
    prefix: text('prefix'),
    format: (text('file_format') || 'JSONLines') as Format,
    compression: text('compression'),
    included: lines('include_events'),
    excluded: lines('exclude_events'),
    bucket: text('bucket_name'),
    region: text('region'),
    endpoint: text('endpoint_url'),
    isVirtualStyle: config['use_virtual_style_addressing'] === true,
    encryption: text('encryption') as ExportDraft['encryption'],
    kmsKey: text('kms_key_id'),
  };
}

/** Changes the format of a draft, and removes a compression that the format does not support. */
export function withFormat(draft: ExportDraft, format: Format): ExportDraft {
  const possible: readonly string[] = FORMATS[format];
  const compression = possible.includes(draft.compression) ? draft.compression : '';
  return { ...draft, format, compression };
}

/** Sentences about missing fields; empty if the draft is complete. */
export function exportProblems(
  draft: ExportDraft,
  keys: ExportKeys,
  hasStoredKeys: boolean,
): readonly string[] {
  const { name, type, bucket, region } = draft;
  const missing = [
    ...(name.trim() === '' ? ['a name'] : []),
    ...(type === 'S3' && bucket.trim() === '' ? ['a bucket'] : []),
    ...(type === 'S3' && region.trim() === '' ? ['a region'] : []),
  ];
  const isKeyMissing = keys.id === '' || keys.secret === '';
  const isKeyBegun = keys.id !== '' || keys.secret !== '';
  return [
    ...(missing.length > 0 ? [`The export needs ${missing.join(', ')}.`] : []),
    ...(type === 'S3' && isKeyMissing && (isKeyBegun || !hasStoredKeys)
      ? ['Both the id and the secret of an access key are needed.']
      : []),
  ];
}

/** The body of a request that saves a draft. */
export function exportBody(draft: ExportDraft, keys: ExportKeys) {
  const { name, model, interval, type } = draft;
  const files = {
    prefix: draft.prefix.trim(),
    file_format: draft.format,
    compression: draft.compression === '' ? null : draft.compression,
    include_events: linesOf(draft.included),
    exclude_events: linesOf(draft.excluded),
  };
  const bucket = {
    bucket_name: draft.bucket.trim(),
    region: draft.region.trim(),
    endpoint_url: draft.endpoint.trim() === '' ? null : draft.endpoint.trim(),
    use_virtual_style_addressing: draft.isVirtualStyle,
    encryption: draft.encryption === '' ? null : draft.encryption,
    kms_key_id: draft.encryption === 'aws:kms' && draft.kmsKey !== '' ? draft.kmsKey : null,
    ...(keys.id !== '' && { aws_access_key_id: keys.id, aws_secret_access_key: keys.secret }),
  };
  const config = type === 'S3' ? { ...files, ...bucket } : files;
  return { name: name.trim(), model, interval, destination: { type, config } };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
