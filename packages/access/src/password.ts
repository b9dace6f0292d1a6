import type { ScryptOptions } from 'node:crypto';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * Passwords are stored as scrypt hashes (RFC 7914): N = 2^15, r = 8, p = 3, one of the equivalent choices that OWASP
 * recommends. One hash takes 32 MiB and a few tenths of a second; Node's thread pool limits how many are computed at
 * the same time.
 */
const LOG2_N = 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The maximum cost of a stored hash that is accepted, so that a hash from elsewhere cannot use too much memory. */
const MAX_LOG2_N = 18;

export const MIN_PASSWORD_CHARACTERS = 8;
/** A longer password is rejected, not cut. */
export const MAX_PASSWORD_CHARACTERS = 256;

interface Parameters {
  readonly log2N: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

const TODAY: Parameters = { log2N: LOG2_N, blockSize: BLOCK_SIZE, parallelism: PARALLELISM };

/** The stored hash of a password: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`; salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, TODAY, HASH_BYTES);
  const { log2N, blockSize, parallelism } = TODAY;
  const numbers = [log2N, blockSize, parallelism].join('$');
  return `scrypt$${numbers}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password matches a stored hash. Without a hash the result is false, after the same amount of work, so
 * that the duration does not reveal whether the user exists.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = stored === null ? null : parse(stored);
  if (parsed === null) {
    await derive(password, randomBytes(SALT_BYTES), TODAY, HASH_BYTES);
    return false;
  }
  const { salt, hash, ...parameters } = parsed;
  return timingSafeEqual(await derive(password, salt, parameters, hash.length), hash);
}

/** Whether a hash was computed with other parameters than the current ones. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`scrypt$${LOG2_N}$${BLOCK_SIZE}$${PARALLELISM}$`);
}

/** Generates a password of 120 random bits that is easy to copy. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

function parse(stored: string): (Parameters & { salt: Buffer; hash: Buffer }) | null {
  const match = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]{22,})$/.exec(stored);
  if (match === null) return null;
  const [, log2N, blockSize, parallelism, salt = '', hash = ''] = match;
  if (Number(log2N) > MAX_LOG2_N) return null;
  return {
    log2N: Number(log2N),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** The scrypt hash of a password. The text is normalized first, so that composed and decomposed accents are equal. */
function derive(
  password: string,
  salt: Buffer,
  { log2N, blockSize, parallelism }: Parameters,
  length: number,
): Promise<Buffer> {
  const cost = 2 ** log2N;
  const options: ScryptOptions = {
    N: cost,
    r: blockSize,
    p: parallelism,
    // Node rejects parameters that need more memory than this; they need slightly more than 128 · N · r.
    maxmem: 128 * blockSize * (cost + parallelism + 2),
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
