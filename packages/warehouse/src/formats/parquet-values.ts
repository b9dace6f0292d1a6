import type { WarehouseColumnType } from '@tidemark/contracts';
import type { ParquetParsers, SchemaTree } from 'hyparquet' with { 'resolution-mode': 'import' };

/** Converts times and documents to the texts that are stored. */
export const TEXT_PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => timestampText(millis, 1000n, 1n),
  timestampFromMicroseconds: (micros) => timestampText(micros, 1n, 1n),
  timestampFromNanoseconds: (nanos) => timestampText(nanos, 1n, 1000n),
  dateFromDays: (days) => dateText(days),
  jsonFromBytes: (bytes) => bytesText(bytes, 'utf8'),
  geometryFromBytes: (bytes) => bytesText(bytes, 'hex'),
  geographyFromBytes: (bytes) => bytesText(bytes, 'hex'),
};

const DAY_MS = 86_400_000;

/** The decoder also passes nulls, which its types do not show. */
function bytesText(bytes: Uint8Array | null | undefined, encoding: 'utf8' | 'hex'): string | null {
  return bytes === null || bytes === undefined ? null : Buffer.from(bytes).toString(encoding);
}

function dateText(days: number | null | undefined): string | null {
  if (days === null || days === undefined) return null;
  const date = new Date(days * DAY_MS);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, -14);
}

/** A time since 1970 in UTC as text. Its unit is `times` / `per` microseconds. */
function timestampText(
  value: bigint | number | null | undefined,
  times: bigint,
  per: bigint,
): string | null {
  if (value === null || value === undefined) return null;
  const micros = (BigInt(value) * times) / per;
  const seconds = micros >= 0n ? micros / 1_000_000n : (micros - 999_999n) / 1_000_000n;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const fraction = String(micros - seconds * 1_000_000n).padStart(6, '0');
  return `${date.toISOString().slice(0, -5).replace('T', ' ')}.${fraction}`;
}

/** The stored text of a value; lists, maps and structs become JSON. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return JSON.stringify(value, jsonValue);
}

function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
}

/** The type of a column, from the schema of the file. */
export function columnType({ element, children }: SchemaTree): WarehouseColumnType {
  const { type, converted_type: converted, logical_type: logical } = element;
  if (children.length > 0 || element.repetition_type === 'REPEATED') return 'string';
  if (converted === 'DECIMAL') return 'float';
  if (converted === 'DATE') return 'date';
  if (converted?.startsWith('TIMESTAMP') === true || logical?.type === 'TIMESTAMP') {
    return 'datetime';
  }
  if (logical?.type === 'FLOAT16') return 'float';
  switch (type) {
    case 'BOOLEAN':
      return 'boolean';
    case 'INT32':
    case 'INT64':
      return 'integer';
    case 'INT96':
      return 'datetime';
    case 'FLOAT':
    case 'DOUBLE':
      return 'float';
    default:
      return 'string';
  }
}
