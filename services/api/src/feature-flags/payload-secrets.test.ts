import { createSealedBox } from '@tidemark/platform';
import type { FeatureFlag } from '@tidemark/postgres';
import { createPayloadSecrets } from './payload-secrets';

const secrets = createPayloadSecrets(createSealedBox('a key of the tests that is long enough'));
const plain = { groups: [], payloads: { true: '{"a":1}', old: 5 } };
const flag = (filters: object, hasEncryptedPayloads = true, projectId = 4): FeatureFlag =>
  ({ projectId, hasEncryptedPayloads, filters }) as unknown as FeatureFlag;
const MARKED = { groups: [], payloads: { true: '"********* (encrypted)"', old: 5 } };

it('stores no readable value and returns the written one', () => {
  const sealed = secrets.seal(4, plain);
  expect(JSON.stringify(sealed)).not.toContain('"a"');
  expect(secrets.open(flag(sealed)).filters).toEqual(plain);
  expect(secrets.show(flag(sealed)).filters).toEqual(plain);
});

it('does not change flags without encrypted payloads', () => {
  const one = flag(plain, false);
  expect(secrets.show(one)).toBe(one);
  expect(secrets.seal(4, { groups: [] })).toEqual({ groups: [] });
});

it.each([
  ['another key', createPayloadSecrets(createSealedBox('another key, that is long enough too')), 4],
  ['no key', createPayloadSecrets(null), 4],
  ['another project', secrets, 5],
])('shows a marker with %s, and does not go on from it', (_what, reader, projectId) => {
  const sealed = flag(secrets.seal(4, plain), true, projectId);
  expect(reader.show(sealed).filters).toEqual(MARKED);
  expect(() => reader.open(sealed)).toThrow('cannot be read');
});

it('does not encrypt without a key', () => {
  const without = createPayloadSecrets(null);
  expect(() => without.requireKey({ has_encrypted_payloads: true })).toThrow('FLAG_SECRETS_KEY');
  expect(() => without.requireKey({ has_encrypted_payloads: false })).not.toThrow();
  expect(() => without.seal(4, plain)).toThrow('FLAG_SECRETS_KEY');
});
