import { WarehouseSourceError } from '../errors';
import { parseLocation } from './location';

it.each([
  ['file:///orders/*.csv', false, { kind: 'directory', segments: ['orders', '*.csv'] }],
  ['file://orders.csv', false, { kind: 'directory', segments: ['orders.csv'] }],
  [
    's3://bucket/a/b?.parquet',
    true,
    { kind: 's3', endpoint: null, region: 'us-east-1', bucket: 'bucket', key: 'a/b?.parquet' },
  ],
  [
    'https://bucket.s3.eu-west-1.amazonaws.com/a/*.csv',
    true,
    { kind: 's3', endpoint: null, region: 'eu-west-1', bucket: 'bucket', key: 'a/*.csv' },
  ],
  [
    'https://s3.amazonaws.com/bucket/a%20b.csv',
    true,
    { kind: 's3', endpoint: null, region: 'us-east-1', bucket: 'bucket', key: 'a b.csv' },
  ],
  [
    'https://minio.example.com:9000/bucket/a?.csv',
    true,
    {
      kind: 's3',
      endpoint: new URL('https://minio.example.com:9000'),
      region: 'us-east-1',
      bucket: 'bucket',
      key: 'a?.csv',
    },
  ],
  [
    'https://example.com/x.csv?token=1#top',
    false,
    { kind: 'url', url: new URL('https://example.com/x.csv?token=1') },
  ],
])('%s', (pattern, hasCredential, expected) => {
  expect(parseLocation(pattern, { hasCredential })).toEqual(expected);
});

it('uses the given region if the URL has none', () => {
  expect(
    parseLocation('s3://bucket/x', { hasCredential: true, region: 'eu-north-1' }),
  ).toMatchObject({
    region: 'eu-north-1',
  });
});

it.each([
  ['ftp://example.com/x', false],
  ['gopher://127.0.0.1/x', true],
  ['/etc/passwd', false],
  ['file://', false],
  ['file:///../../etc/passwd', false],
  ['file:///a/./b', false],
  ['file:///a\\..\\b', false],
  ['file:///a\0b', false],
  ['https://user:pass@example.com/x', false],
  ['https://example.com/*.csv', false],
  ['https://', false],
  ['s3://bucket/x', false],
  ['s3://Bucket_/x', true],
  ['s3://bucket', true],
  ['https://example.com/x', true],
  ['https://example.com/bucket/%zz', true],
])('rejects %j', (pattern, hasCredential) => {
  expect(() => parseLocation(pattern, { hasCredential })).toThrow(WarehouseSourceError);
});
