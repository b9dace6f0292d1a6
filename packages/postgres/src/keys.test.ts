import {
  generatePersonalApiKey,
  generateProjectToken,
  hashPersonalApiKey,
  maskPersonalApiKey,
} from './keys';

describe('keys', () => {
  it('hashes keys in the format of stored keys', () => {
    const hash = hashPersonalApiKey('test_key_12345');
    expect(hash).toMatch(/^sha256\$45af89b5[0-9a-f]{52}4059$/);
  });

  it('generates different keys with their prefixes', () => {
    expect(generatePersonalApiKey()).toMatch(/^phx_[0-9A-Za-z]{46}$/);
    expect(generateProjectToken()).toMatch(/^phc_[0-9A-Za-z]{43}$/);
    expect(new Set(Array.from({ length: 50 }, generatePersonalApiKey)).size).toBe(50);
  });

  it('masks all but the last four characters, and short keys completely', () => {
    expect(maskPersonalApiKey('phx_0123456789abcdefwxyz')).toBe('phx_...wxyz');
    expect(maskPersonalApiKey('phx_short')).toBe('phx_...');
  });
});
