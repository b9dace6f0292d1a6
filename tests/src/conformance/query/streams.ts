/** A statement, the requested format, and the complete expected response: content type and text. */
export type Streamed = readonly [
  statement: string,
  how: { readonly accept?: string; readonly format?: string },
  type: string,
  text: string,
];

const CSV = 'text/csv; charset=utf-8; header=present';
const NDJSON = 'application/x-ndjson; charset=utf-8';
const values = `select 'a "b"' as name, null as nothing, true as yes, [1, 2] as list, '' as empty, 1.5 as half,
  toDateTime('2026-01-12 00:30:00') as at`;

/** Requests in the project in Berlin. Cells must have the same values as in the JSON response. */
export const streams: readonly Streamed[] = [
  ['select 1 as a, 2 as b', { accept: 'text/csv' }, CSV, 'a,b\r\n1,2\r\n'],
  ['select 1 as a where 1 = 2', { format: 'csv' }, CSV, 'a\r\n'],
  [
    values,
    { accept: 'text/csv, */*;q=0.1' },
    CSV,
    'name,nothing,yes,list,empty,half,at\r\n"a ""b""",,true,"[1,2]","",1.5,2026-01-12T00:30:00+01:00\r\n',
  ],
  [
    values,
    { accept: 'application/x-ndjson' },
    NDJSON,
    '{"name":"a \\"b\\"","nothing":null,"yes":true,"list":[1,2],"empty":"","half":1.5,"at":"2026-01-12T00:30:00+01:00"}\n',
  ],
  [
    'select number as n from numbers(3)',
    { format: 'ndjson' },
    NDJSON,
    '{"n":0}\n{"n":1}\n{"n":2}\n',
  ],
];
