/** Statements, each with a part of its expected response. */
export const envelope: readonly (readonly [statement: string, expected: object])[] = [
  ['select number from numbers(150)', { hasMore: true, limit: 100, offset: 0, warnings: null }],
  ['select number from numbers(100)', { hasMore: false, limit: 100, offset: 0 }],
  ['select number from numbers(150) limit 120', { hasMore: null, limit: null, offset: null }],
  ['select 1 union all select 2', { hasMore: null, limit: null, offset: null }],
  [
    'select number from numbers(20000) limit 20000',
    {
      warnings: [
        'LIMIT 20000 was lowered to 10000, the most rows a query can return. For more rows, stream the result (?format=csv or ndjson) or use a batch export.',
      ],
    },
  ],
  [
    'select event, count() as total, max(timestamp) from events group by event',
    {
      columns: ['event', 'total', 'max(timestamp)'],
      types: [
        ['event', 'String'],
        ['total', 'UInt64'],
        ['max(timestamp)', "DateTime64(6, 'UTC')"],
      ],
    },
  ],
  [
    'select properties.plan, properties.a.b, person.properties.email from events',
    { columns: ['plan', 'a__b', 'email'] },
  ],
];
