import { createHash, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
}

/** A short id of 8 characters for links to a resource. */
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

/** The prefix of project secret keys, which personal keys do not have. */
export const PROJECT_SECRET_PREFIX = 'phs_';

/** The stored form of a project secret key; see `hashPersonalApiKey`. */
export function hashProjectSecretKey(value: string): string {
  return hashPersonalApiKey(value);
}

/** The form of a project secret key that is shown after its creation: `phs_...wxyz`. */
export function maskProjectSecretKey(value: string): string {
  return `${PROJECT_SECRET_PREFIX}...${value.slice(-4)}`;
}

/**
 * The stored form of a personal key: `sha256$` and the hex digest of the whole value
 * (`docs/wire/api.md#personal-key-value`). A fast hash is sufficient because keys are random, and the time of a
 * look-up in an index reveals nothing about a key.
 */
export function hashPersonalApiKey(value: string): string {
  return `sha256$${createHash('sha256').update(value).digest('hex')}`;
}

/** The form of a key that is shown after its creation: `phx_...wxyz`. Short legacy keys show no characters. */
export function maskPersonalApiKey(value: string): string {
  const tail = value.length >= 16 ? value.slice(-4) : '';
  return value.startsWith('phx_') ? `phx_...${tail}` : `...${tail}`;
}

/** How keys of one type are generated and masked. */
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
