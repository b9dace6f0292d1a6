import { randomBytes } from 'node:crypto';
import { hashConsoleSecret } from '@tidemark/access';

const CODES = 10;
/** 80 random bits: a fast hash is enough. */
const CODE_BYTES = 10;
/** The alphabet has no letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const GROUP = /.{4}(?=.)/g;

/** The codes, which are shown once, and their stored hashes. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
  readonly hashes: readonly string[];
}

export function generateRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: CODES }, generateCode);
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

/** Hashes a recovery code, ignoring differences in how it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashConsoleSecret(code.toLowerCase().replace(/[^\da-z]/g, ''));
}

/** Generates sixteen characters in groups of four. Each byte selects one of 32 characters without bias. */
function generateCode(): string {
  const bits = [...randomBytes(CODE_BYTES)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const letters = bits.match(/.{5}/g) ?? [];
  return letters
    .map((five) => ALPHABET[Number.parseInt(five, 2)])
    .join('')
    .replace(GROUP, '$&-');
}
