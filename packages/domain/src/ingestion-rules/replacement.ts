import { createHmac } from 'node:crypto';

/** A value that is already hashed; it is not hashed again. */
const HASHED = /^\[hash:[0-9a-f]{32}\]$/;

/** The replacements of sensitive values. */
export interface Replacement {
  /** The replacement of the value of a property that a rule names. */
  named(text: string): string;
  /** The replacement of a value that a detector found. */
  detected(kind: string, text: string): string;
  /** The replacement of an id; different ids get different replacements. */
  identifier(text: string): string;
}

/**
 * Replaces values by fixed words. Ids are hashed instead, because with the same word as their id all persons would
 * become one.
 */
export function redaction(key: string): Replacement {
  return {
    named: () => '[redacted]',
    detected: (kind) => `[${kind}]`,
    identifier: (text) => hashed(key, text),
  };
}

/**
 * Replaces values by keyed hashes: equal values get equal hashes, and without the key hashes cannot be found by
 * trying candidates.
 */
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

/** A normal form of a value, so that different spellings get the same hash. */
function canonical(kind: string, text: string): string {
  if (kind === 'email') return text.replace(/%40|%2540|\\u0040|&#64;/i, '@').toLowerCase();
  if (kind === 'token') return text;
  return text.replace(/%20|[^0-9A-Za-z]/g, '').toUpperCase();
}
