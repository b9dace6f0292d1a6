import { createHmac } from 'node:crypto';

/** A value that was hashed; it is left alone when a rule sees it again. */
const HASHED = /^\[hash:[0-9a-f]{32}\]$/;

/** The replacements of sensitive values. */
export interface Replacement {
  /** The replacement of a value that a rule names. */
  named(text: string): string;
  /** The replacement of a value that a detector found. */
  detected(kind: string, text: string): string;
  /** The replacement of an id, which must stay different from other ids. */
  identifier(text: string): string;
}

/** Fixed words. Ids are hashed also here: with one word in their place all persons would become one. */
export function redaction(key: string): Replacement {
  return {
    named: () => '[redacted]',
    detected: (kind) => `[${kind}]`,
    identifier: (text) => hashed(key, text),
  };
}

/** Keyed hashes: equal values stay equal, and without the key no list of candidates finds them. */
export function hashing(key: string): Replacement {
  return {
    named: (text) => hashed(key, text),
    detected: (kind, text) => hashed(key, canonical(kind, text)),
    identifier: (text) => hashed(key, text),
  };
}

function hashed(key: string, text: string): string {
  if (HASHED.test(text)) return text;
  return `[hash:${createHmac('sha256', key).update(text).digest('hex').slice(0, 32)}]`;
}

/** One form of the same value, however it was written. */
function canonical(kind: string, text: string): string {
  if (kind === 'email') return text.replace(/%40|%2540|\\u0040|&#64;/i, '@').toLowerCase();
  if (kind === 'token') return text;
  return text.replace(/%20|[^0-9A-Za-z]/g, '').toUpperCase();
}
