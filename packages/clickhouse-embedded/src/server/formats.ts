const ALIASES: Readonly<Record<string, string>> = {
  TSV: 'TabSeparated',
  TSVRaw: 'TabSeparatedRaw',
  TSVWithNames: 'TabSeparatedWithNames',
  TSVWithNamesAndTypes: 'TabSeparatedWithNamesAndTypes',
  NDJSON: 'JSONEachRow',
  JSONLines: 'JSONEachRow',
};

/** Returns the name of a format that a server sends in X-ClickHouse-Format. */
export function canonicalFormat(format: string): string {
  return ALIASES[format] ?? format;
}

/** Returns the content type that a server sends for a format. */
export function contentTypeOf(format: string): string {
  if (isLineJson(format)) return 'application/x-ndjson; charset=UTF-8';
  if (/^(JSON|GeoJSON)/.test(format)) return 'application/json; charset=UTF-8';
  if (/^CSV/.test(format)) {
    const header = format.includes('WithNames') ? 'present' : 'absent';
    return `text/csv; charset=UTF-8; header=${header}`;
  }
  if (/^TabSeparated/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  if (/^(RowBinary|Native|Parquet|Arrow|ORC|Avro|MsgPack|Protobuf|RawBLOB|BSON)/.test(format)) {
    return 'application/octet-stream';
  }
  return 'text/plain; charset=UTF-8';
}

/** Whether a format is JSON with one row per line. Readers of these formats find an error after the last row. */
export function isLineJson(format: string): boolean {
  return /^JSON(Compact)?(Strings)?EachRow/.test(format);
}

/** Whether a format reports progress between rows, so that bytes must not be delayed. */
export function reportsProgress(format: string): boolean {
  return format.endsWith('WithProgress');
}
