import {
  exportBody,
  exportDraftOf,
  exportProblems,
  NEW_EXPORT,
  NO_KEYS,
  withFormat,
} from './export-draft';

const FILES = {
  ...{ prefix: 'a/{year}', file_format: 'CSV', compression: 'gzip' },
  ...{ include_events: ['order paid', 'signed up'], exclude_events: [] },
};
const BUCKET = {
  ...{ bucket_name: 'lake', region: 'eu-central-1', endpoint_url: 'https://s3.example.com' },
  ...{ use_virtual_style_addressing: true, encryption: 'aws:kms', kms_key_id: 'key' },
};

it.each([
  { type: 'S3', config: { ...FILES, ...BUCKET } },
  { type: 'File', config: { ...FILES, compression: null } },
])('does not change a stored export that is saved without edits: $type', (destination) => {
  const stored = { name: 'Lake', model: 'persons', interval: 'every 5 minutes', destination };
  expect(exportBody(exportDraftOf(stored), NO_KEYS)).toEqual(stored);
});

it('sends a key only if it was typed', () => {
  const { destination } = exportBody(NEW_EXPORT, { id: 'AKIA', secret: 's' });
  expect(destination.config).toMatchObject({
    aws_access_key_id: 'AKIA',
    aws_secret_access_key: 's',
  });
  expect(exportBody(NEW_EXPORT, NO_KEYS).destination.config).not.toHaveProperty(
    'aws_access_key_id',
  );
});

it('reports missing fields', () => {
  expect(exportProblems(NEW_EXPORT, NO_KEYS, false)).toEqual([
    'The export needs a name, a bucket, a region.',
    'Both the id and the secret of an access key are needed.',
  ]);
  const complete = { ...NEW_EXPORT, name: 'x', bucket: 'lake', region: 'eu' };
  expect(exportProblems(complete, NO_KEYS, true)).toEqual([]);
  expect(exportProblems(complete, { id: 'AKIA', secret: '' }, true)).toHaveLength(1);
  expect(exportProblems({ ...NEW_EXPORT, name: 'x', type: 'File' }, NO_KEYS, false)).toEqual([]);
});

it('removes a compression that the format does not support', () => {
  expect(withFormat(NEW_EXPORT, 'CSV').compression).toBe('');
  expect(withFormat({ ...NEW_EXPORT, compression: 'gzip' }, 'CSV').compression).toBe('gzip');
});
