import type {
  LoginChallengeRepository,
  LoginSessionRepository,
  PasskeyRepository,
  UserRepository,
} from '@tidemark/postgres';
import type { OwnAddress } from '../auth/own-address';
import type { CodeDeps } from '../second-factors/check-code';
import type { OwnerDeps } from './prove-owner';

/** The dependencies of the routes for the user's own second factors. */
export interface FactorRouteDeps extends OwnerDeps, CodeDeps {
  readonly sessions: Pick<LoginSessionRepository, 'strengthen'>;
  readonly challenges: LoginChallengeRepository;
  readonly passkeys: PasskeyRepository;
  readonly users: Pick<UserRepository, 'findOrganization'>;
  readonly address: OwnAddress;
  /** Clears the cache after factors of sessions were changed. */
  readonly forget: () => void;
}

export const FACTOR_READ = {
  scope: 'user:read',
  ownToSessions: true,
  beforeSecondFactor: true,
} as const;

export const FACTOR_WRITE = {
  scope: 'user:write',
  ownToSessions: true,
  beforeSecondFactor: true,
} as const;

export const FACTOR_BODY_BYTES = 64 * 1024;
