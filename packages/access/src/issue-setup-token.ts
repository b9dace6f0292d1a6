import type { SetupRepository } from '@tidemark/postgres';
import { generateSetupToken, hashConsoleSecret, SETUP_TOKEN_SECONDS } from './console-secrets';

/** A token for `setupLink`, which sets the first owner's password. */
export interface SetupToken {
  readonly token: string;
  /** The owner's e-mail address, with which they sign in later. */
  readonly email: string;
  readonly expiresAt: Date;
}

/**
 * Creates a set-up token; earlier tokens become invalid.
 * @returns null if an owner already has a password, or there is no active owner
 */
export async function issueSetupToken(
  setup: Pick<SetupRepository, 'issueToken'>,
  now: Date,
): Promise<SetupToken | null> {
  const token = generateSetupToken();
  const expiresAt = new Date(now.getTime() + SETUP_TOKEN_SECONDS * 1_000);
  const owner = await setup.issueToken({ hash: hashConsoleSecret(token), now, expiresAt });
  return owner && { token, email: owner.email, expiresAt };
}
