import { Readable } from 'node:stream';
import { ByteBudget } from '../limits';
import type { SourceFile } from '../sources/source';
import { parquetFormat } from './parquet';

/** Files of PyArrow, in base64: a column of numbers, and one without any value. */
const FILES = {
  lz4: [
    'UEFSMRUEFSAVHEwVBBUAEgAAIgEAAQCAAgAAAAAAAAAVABUSFRQsFQQVEBUGFQYcAAAAkAIAAAAEAQEDAhUEFQAVAk',
    'wVABUAEgAAABUAFQ4VECwVBBUQFQYVBhwAAABwAgAAAAQAABUEGTw1ABgGc2NoZW1hFQQAFQQlAhgBYQAVDCUCGAFi',
    'JQBMHAAAABYEGRwZLCYAHBUEGTUABhAZGAFhFQ4WBBZ0FnImQCYIKSwVBBUAFQIAFQAVEBUCADwpBhkmAAQAAAAmAB',
    'wVDBk1AAYQGRgBYhUOFgQWUBZUJpgBJnopLBUEFQAVAgAVABUQFQIAPBYAGQYZJgQAAAAAFsQBFgQmCBbGAQAoIHBh',
    'cnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGSwcAAAcAAAAzgAAAFBBUjE=',
  ].join(''),
  'no rows': [
    'UEFSMRUEFQAVAkwVABUAEgAAABUEFQAVAkwVABUAEgAAABUEGTw1ABgGc2NoZW1hFQQAFQQlAhgBYQAVDCUCGAFiJQ',
    'BMHAAAABYAGRwZLCYAHBUEGSUABhkYAWEVAhYAFhwWHiYAJggpHBUEFQAVAgAAACYAHBUMGSUABhkYAWIVAhYAFhwW',
    'HiYAJiYpHBUEFQAVAgAAABY4FgAmCBY8ACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAA',
    'CpAAAAUEFSMQ==',
  ].join(''),
};

function fileOf(base64: string): SourceFile {
  const bytes = Buffer.from(base64, 'base64');
  return {
    name: 'a.parquet',
    size: () => Promise.resolve(bytes.length),
    read: (range) => Promise.resolve(Readable.from([bytes.subarray(range?.start, range?.end)])),
  };
}

it.each([
  [
    'lz4',
    [
      ['1', null],
      ['2', null],
    ],
  ],
  ['no rows', []],
] as const)('reads Parquet with a column without values: %s', async (name, expected) => {
  const rows: unknown[] = [];
  const budget = new ByteBudget(1_000_000);
  for await (const row of parquetFormat.rows(fileOf(FILES[name]), { csvQuotes: true }, budget)) {
    rows.push(row.values);
  }
  expect(rows).toEqual(expected);
});
