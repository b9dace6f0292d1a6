import { ConfigError } from '../load-config';
import { storeCertificates, untrustedCertificate } from './store-tls';

it('removes the paths of files from the URL and reads the files', () => {
  const { url, certificates } = storeCertificates(
    `rediss://:secret@redis:6380/1?family=6&sslrootcert=${encodeURIComponent(__filename)}`,
  );
  expect(url).toBe('rediss://:secret@redis:6380/1?family=6');
  expect(Object.keys(certificates ?? {})).toEqual(['ca']);
  expect(certificates?.ca?.toString()).toContain('storeCertificates');
});

it('does not change a URL without paths', () => {
  const url = 'https://clickhouse:8443/tidemark?x=%20a';
  expect(storeCertificates(url)).toEqual({ url, certificates: null });
});

it.each([
  [
    'rediss://:secret@redis/?sslrootcert=/nowhere/ca.pem',
    /sslrootcert of rediss:\/\/redis: .* does not exist/,
  ],
  [
    'https://clickhouse/?sslkey=/nowhere/key.pem',
    /sslkey of https:\/\/clickhouse: .* does not exist/,
  ],
  [
    `redis://:secret@redis/?sslrootcert=${__filename}`,
    /redis: a connection to it is not encrypted/,
  ],
])('%s fails with one clear line that contains no password', (url, line) => {
  const attempt = (): unknown => storeCertificates(url);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(line);
  expect(attempt).not.toThrow(/secret/);
});

it('recognises a certificate that is not trusted', () => {
  const untrusted = Object.assign(new Error('self-signed certificate'), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(untrustedCertificate(untrusted)).toMatch(/not trusted \(self-signed certificate\)/);
  expect(untrustedCertificate(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeNull();
  expect(untrustedCertificate('text')).toBeNull();
});
