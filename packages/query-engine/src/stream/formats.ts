/** The formats of a response that is sent while it is computed. `csv` and `ndjson` are text in UTF-8. */
export const streamFormats = ['csv', 'ndjson', 'parquet', 'arrow'] as const;

export type StreamFormat = (typeof streamFormats)[number];

/** Formats that the engine writes, including values of its own types; for other formats we write every cell. */
export const ENGINE_FORMATS = { parquet: 'Parquet', arrow: 'ArrowStream' } as const;

export type EngineFormat = keyof typeof ENGINE_FORMATS;

export function isEngineFormat(format: StreamFormat): format is EngineFormat {
  return format in ENGINE_FORMATS;
}

/**
 * Text as plain UTF-8 strings; no compression that only few readers support; row groups that are small compared with
 * the memory of a query, because the engine buffers them until they are full.
 */
export const ENGINE_FORMAT_SETTINGS = {
  output_format_parquet_compression_method: 'snappy',
  output_format_parquet_row_group_size: 100_000,
  output_format_parquet_row_group_size_bytes: 64 * 1024 ** 2,
  output_format_parquet_parallel_encoding: 0,
  output_format_arrow_compression_method: 'none',
} as const;
