import { notFound } from '@tidemark/platform';
import type { StreamFormat } from '@tidemark/query-engine';

export type QueryFormat = 'json' | StreamFormat;

/** The media types of each format; responses have the first one. */
const MEDIA_TYPES: Readonly<Record<QueryFormat, readonly string[]>> = {
  json: ['application/json', 'application/*', '*/*'],
  csv: ['text/csv'],
  ndjson: [
    'application/x-ndjson',
    'application/ndjson',
    'application/jsonl',
    'application/x-jsonlines',
  ],
  parquet: ['application/vnd.apache.parquet', 'application/x-parquet', 'application/parquet'],
  arrow: ['application/vnd.apache.arrow.stream'],
};

const BY_NAME: ReadonlyMap<string, QueryFormat> = new Map([
  ['json', 'json'],
  ['csv', 'csv'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['parquet', 'parquet'],
  ['arrow', 'arrow'],
]);

const BY_MEDIA_TYPE: ReadonlyMap<string, QueryFormat> = new Map(
  Object.entries(MEDIA_TYPES).flatMap(([format, types]) =>
    types.map((type) => [type, format as QueryFormat] as const),
  ),
);

/**
 * The format of the response: `?format=`, else the type that the Accept header prefers, else JSON. Unknown types are
 * ignored: clients send many of them and expect JSON.
 * @throws ApiError 404 for an unknown `format`, as elsewhere in the API
 */
export function queryFormat(format: string | null, accept: string | undefined): QueryFormat {
  if (format !== null && format !== '') {
    const named = BY_NAME.get(format);
    if (named === undefined) throw notFound();
    return named;
  }
  let best: { readonly format: QueryFormat; readonly weight: number } | null = null;
  for (const entry of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const known = BY_MEDIA_TYPE.get(type);
    const weight = weightOf(parameters);
    if (known === undefined || weight === 0 || weight <= (best?.weight ?? 0)) continue;
    best = { format: known, weight };
  }
  return best?.format ?? 'json';
}

/** The weight in `q=0.5`; 1 if it is missing or invalid. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return Number.isNaN(weight) ? 1 : weight;
}

/** The formats of a query's response other than JSON. */
export const STREAMED_TYPES = (['csv', 'ndjson', 'parquet', 'arrow'] as const).map(
  (format) => MEDIA_TYPES[format][0] ?? format,
);

/** The names of the response formats that a request can choose. */
export const FORMAT_NAMES = [...BY_NAME.keys()];

/** The Content-Type of a streamed response. */
export function contentTypeOf(format: StreamFormat): string {
  const [type = ''] = MEDIA_TYPES[format];
  if (format === 'csv') return `${type}; charset=utf-8; header=present`;
  return format === 'ndjson' ? `${type}; charset=utf-8` : type;
}
