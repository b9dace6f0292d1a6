import { ownFactorsSchema } from '@tidemark/contracts';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { wireTime } from '../wire-time';
import type { FactorRouteDeps } from './factor-deps';
import { FACTOR_READ } from './factor-deps';
import { createPasskeyRoutes, passkeyBody } from './passkey-routes';
import { createTotpRoutes } from './totp-routes';

/** Routes for the user's own second factors (docs/decisions/0218). */
export function createFactorRoutes(deps: FactorRouteDeps): readonly AccountRoute[] {
  const { secondFactors, logins, users, loginSecrets } = deps;
  return [
    accountRoute({
      name: 'users_me_factors_retrieve',
      summary: 'List your second factors',
      method: 'GET',
      path: '/api/users/@me/factors/',
      access: FACTOR_READ,
      response: ownFactorsSchema,
      async handle({ caller: { user } }) {
        const { totp, passkeys, recoveryCodesLeft } = await secondFactors.read(user.id);
        const organization = await users.findOrganization(user.organizationId);
        return {
          totp: totp && { created_at: wireTime(totp.createdAt) },
          totp_available: loginSecrets !== null,
          passkeys: passkeys.map(passkeyBody),
          recovery_codes_left: recoveryCodesLeft,
          has_password: (await logins.findPasswordHash(user.id)) !== null,
          is_required: organization?.requiresSecondFactor ?? false,
        };
      },
    }),
    ...createTotpRoutes(deps),
    ...createPasskeyRoutes(deps),
  ];
}
