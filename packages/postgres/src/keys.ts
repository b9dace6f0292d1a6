import { createHash, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
}

/** Names a resource in links: 8 characters. */
export function generateShortId(): string {
  return randomBase62(8);
}

/** A public project token, `phc_` and 43 random characters. */
export function generateProjectToken(): string {
  return `phc_${randomBase62(43)}`;
}

/** A secret personal key, `phx_` and 46 random characters (274 bits). */
export function generatePersonalApiKey(): string {
  return `phx_${randomBase62(46)}`;
}

/** A secret key of a project, `phs_` and 46 random characters. */
export function generateProjectSecretKey(): string {
  return `${PROJECT_SECRET_PREFIX}${randomBase62(46)}`;
}

/** The prefix of a project's secret key; a personal key has another. */
export const PROJECT_SECRET_PREFIX = 'phs_';

/** What is stored in place of a project's secret key; see `hashPersonalApiKey`. */
export function hashProjectSecretKey(value: string): string {
  return hashPersonalApiKey(value);
}

/** The form a project's secret key is shown in after it was made: `phs_...wxyz`. */
export function maskProjectSecretKey(value: string): string {
  return `${PROJECT_SECRET_PREFIX}...${value.slice(-4)}`;
}

/**
 * What is stored in place of a personal key: `sha256$` and the hex digest of the whole value
 * (`docs/wire/api.md#personal-key-value`). The keys are random, so a fast hash is enough, and looking a hash up
 * in an index leaks nothing about how close a guess was.
 */
export function hashPersonalApiKey(value: string): string {
  return `sha256$${createHash('sha256').update(value).digest('hex')}`;
}

/** The form a key is shown in after creation: `phx_...wxyz`. Short legacy keys show nothing. */
export function maskPersonalApiKey(value: string): string {
  const tail = value.length >= 16 ? value.slice(-4) : '';
  return value.startsWith('phx_') ? `phx_...${tail}` : `...${tail}`;
}

/** How keys of one kind are made and shown. */
export interface KeyFormat {
  readonly generate: () => string;
  readonly mask: (value: string) => string;
}

export const PERSONAL_API_KEY: KeyFormat = {
  generate: generatePersonalApiKey,
  mask: maskPersonalApiKey,
};

export const PROJECT_SECRET_KEY: KeyFormat = {
  generate: generateProjectSecretKey,
  mask: maskProjectSecretKey,
};
