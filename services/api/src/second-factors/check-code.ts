import type { Logger, SealedBox } from '@tidemark/platform';
import type { SecondFactorRepository, Totp, TotpRepository, User } from '@tidemark/postgres';
import { hashRecoveryCode } from './recovery-codes';
import { stepOfCode } from './totp-codes';

export interface CodeDeps {
  readonly secondFactors: SecondFactorRepository;
  readonly totps: TotpRepository;
  /** Null: this server cannot store secrets of authenticator apps. */
  readonly loginSecrets: SealedBox | null;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** The context that binds a sealed secret to its user. */
export function totpContext(userId: number): string {
  return `totp:${userId}`;
}

/**
 * Uses up a code of an authenticator app, or a recovery code.
 * @returns the kind of the code; null if it is wrong or already used
 */
export async function useCode(
  deps: CodeDeps,
  user: User,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) {
    const isRight = await deps.secondFactors.useRecoveryCode(user, hashRecoveryCode(code));
    return isRight ? 'recovery_code' : null;
  }
  const { totp } = await deps.secondFactors.read(user.id);
  if (totp === null) return null;
  const step = stepOfTotp(deps, user, totp, digits);
  return step !== null && (await deps.totps.useStep(user.id, step)) ? 'totp' : null;
}

/** The time step of a correct code, even if it was used before. */
export function stepOfTotp(
  { loginSecrets, now, logger }: CodeDeps,
  user: User,
  totp: Totp,
  code: string,
): number | null {
  if (loginSecrets === null) return null;
  let secret: string;
  try {
    secret = loginSecrets.open(totp.sealedSecret, totpContext(user.id));
  } catch (error) {
    // The user can still sign in with a recovery code or ask the operator.
    logger.warn(
      { err: error, userId: user.id },
      'the secret of an authenticator app cannot be read: LOGIN_SECRETS_KEY was changed',
    );
    return null;
  }
  return stepOfCode(secret, code.replace(/\s/g, ''), now());
}
