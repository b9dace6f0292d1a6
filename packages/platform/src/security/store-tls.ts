import { readFileSync } from 'node:fs';
import { ConfigError } from '../load-config';
import { plainMessage } from '../plain-message';

/** Certificates as the TLS of node takes them. */
export interface StoreCertificates {
  /** The authority that the server's certificate has to come from, instead of those that the system knows. */
  readonly ca?: Buffer;
  /** The client certificate, if the server requests one. */
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** libpq's names of URL parameters, taken for every store. */
const PARAMETERS = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const;
const ENCRYPTED = new Set(['rediss:', 'https:', 'postgres:', 'postgresql:']);

/**
 * The certificates that a store's URL names, and the URL without their names; null certificates where it names
 * none.
 *
 * @throws ConfigError for a file that cannot be read, or an address that is not encrypted
 */
export function storeCertificates(url: string): {
  readonly url: string;
  readonly certificates: StoreCertificates | null;
} {
  const target = new URL(url);
  const named = Object.entries(PARAMETERS).flatMap(([part, parameter]) => {
    const path = target.searchParams.get(parameter);
    target.searchParams.delete(parameter);
    return path === null ? [] : [{ part, parameter, path }];
  });
  const [first] = named;
  if (first === undefined) return { url, certificates: null };
  const { protocol, host } = target;
  if (!ENCRYPTED.has(protocol)) {
    throw new ConfigError(
      `Invalid configuration: ${first.parameter} of ${protocol}//${host}: a connection to it is not encrypted`,
    );
  }
  const read = ({ part, parameter, path }: (typeof named)[number]): [string, Buffer] => {
    try {
      return [part, readFileSync(path)];
    } catch (error) {
      throw new ConfigError(
        `Invalid configuration: ${parameter} of ${protocol}//${host}: ${plainMessage(error)}`,
      );
    }
  };
  return { url: target.toString(), certificates: Object.fromEntries(named.map(read)) };
}

/** Node.js's error codes for an untrusted certificate. */
const UNTRUSTED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** One line for a connection that failed because of the server's certificate; null where that is not why. */
export function untrustedCertificate(error: unknown): string | null {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (typeof code !== 'string' || !UNTRUSTED.has(code)) return null;
  return `the server's certificate is not trusted (${String(message)}); sslrootcert in its URL names the authority's file`;
}
