import type { ScryptOptions } from 'node:crypto';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/*
 * Passwords are kept as scrypt hashes (RFC 7914): N = 2^15, r = 8, p = 3, one of the equal choices that OWASP
 * names. One hash takes 32 MiB and a few tenths of a second; Node's thread pool bounds how many run at once.
 */
const LOG2_N = 15;
const BLOCK_SIZE = 8;
const PARALLELISM = 3;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The maximum cost that a stored hash may require, whoever wrote it. */
const MAX_LOG2_N = 18;

export const MIN_PASSWORD_CHARACTERS = 8;
/** A longer one is rejected, not cut. */
export const MAX_PASSWORD_CHARACTERS = 256;

interface Parameters {
  readonly log2N: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

const TODAY: Parameters = { log2N: LOG2_N, blockSize: BLOCK_SIZE, parallelism: PARALLELISM };

/** `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, TODAY, HASH_BYTES);
  const { log2N, blockSize, parallelism } = TODAY;
  const numbers = [log2N, blockSize, parallelism].join('$');
  return `scrypt$${numbers}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password is the one of a stored hash. Without a hash it is false, after the same work: how long the
 * check takes does not say whether there is such a user.
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

/** Whether a hash was made with other parameters than today's. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`scrypt$${LOG2_N}$${BLOCK_SIZE}$${PARALLELISM}$`);
}

/** A password that no one has to think of: 120 bits, easy to copy. */
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

/** One text, however its accents are composed. */
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
    // Node rejects what needs more than this; what it needs is 128 · N · r and a little.
    maxmem: 128 * blockSize * (cost + parallelism + 2),
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
