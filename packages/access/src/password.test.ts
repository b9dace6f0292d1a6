import { generatePassword, hashPassword, needsRehash, verifyPassword } from './password';

it('distinguishes the right password from a wrong one', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$/);
  expect(stored).not.toContain('horse');
  expect(await verifyPassword('correct horse', stored)).toBe(true);
  expect(await verifyPassword('correct horse ', stored)).toBe(false);
  expect(needsRehash(stored)).toBe(false);
});

it('uses a salt: the same password has two different hashes', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

it('letters with accents are equal in composed and decomposed form', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

it.each([null, '', 'plain', 'scrypt$15$8$3$$', 'scrypt$31$8$1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAA'])(
  'no password matches the hash %p',
  async (stored) => {
    expect(await verifyPassword('', stored)).toBe(false);
  },
);

it('reads hashes with other parameters, and recognises that they are outdated', async () => {
  // The second vector of RFC 7914: N = 1024, r = 8, p = 16.
  const hash =
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640';
  const stored = [
    'scrypt$10$8$16',
    Buffer.from('NaCl').toString('base64url'),
    Buffer.from(hash, 'hex').toString('base64url'),
  ].join('$');
  expect(await verifyPassword('password', stored)).toBe(true);
  expect(needsRehash(stored)).toBe(true);
});

it('generates passwords that cannot be guessed', () => {
  expect(generatePassword()).toMatch(/^[\w-]{20}$/);
  expect(generatePassword()).not.toBe(generatePassword());
});
