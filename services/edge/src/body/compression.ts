export type Compression = 'gzip' | 'lz64' | 'base64';

const NAMES: Readonly<Record<string, Compression>> = {
  gzip: 'gzip',
  'gzip-js': 'gzip',
  lz64: 'lz64',
  'lz-string': 'lz64',
  base64: 'base64',
  b64: 'base64',
};

/** Reads a compression hint by any of its names and in any case; undefined for every other text. */
export function compressionOf(name: string | null | undefined): Compression | undefined {
  const lower = name?.trim().toLowerCase();
  return lower !== undefined && Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined;
}
