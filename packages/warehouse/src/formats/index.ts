import type { WarehouseFormat } from '@tidemark/contracts';
import { csvFormat } from './csv';
import type { FileFormat } from './format';
import { jsonLinesFormat } from './json-lines';
import { parquetFormat } from './parquet';

export const FORMATS: Readonly<Record<WarehouseFormat, FileFormat>> = {
  CSV: csvFormat(false),
  CSVWithNames: csvFormat(true),
  JSONEachRow: jsonLinesFormat,
  Parquet: parquetFormat,
};
