import { readFileSync } from 'node:fs';
import { ConfigError } from '../load-config';
import { plainMessage } from '../plain-message';

/** Certificates in the format of Node.js' TLS. */
export interface StoreCertificates {
  /** The authority of the server's certificate, instead of those that the system trusts. */
  readonly ca?: Buffer;
  /** The client certificate, if the server requests one. */
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** URL parameters with the names of libpq, used for all stores. */
const PARAMETERS = { ca: 'sslrootcert', cert: 'sslcert', key: 'sslkey' } as const;
const ENCRYPTED = new Set(['rediss:', 'https:', 'postgres:', 'postgresql:']);

/**
 * Reads the certificates whose paths are in the URL of a store; returns them and the URL without these parameters.
 * The certificates are null if the URL has no such parameter.
 * @throws ConfigError for a file that cannot be read, or a URL whose protocol is not encrypted
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

/** A message of one line for a connection that failed because of the server's certificate; null for other errors. */
export function untrustedCertificate(error: unknown): string | null {
  const { code, message } = Object(error) as {
    readonly code?: unknown;
    readonly message?: unknown;
  };
  if (typeof code !== 'string' || !UNTRUSTED.has(code)) return null;
  return `the server's certificate is not trusted (${String(message)}); sslrootcert in its URL names the authority's file`;
}
