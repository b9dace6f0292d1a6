import { providerAccountsSchema, providerUnlinkSchema } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { ProviderAccountRepository } from '@tidemark/postgres';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { wireTime } from '../wire-time';
import type { FactorRouteDeps } from './factor-deps';
import { FACTOR_READ, FACTOR_WRITE } from './factor-deps';
import { proveOwner } from './prove-owner';

const PATH = '/api/users/@me/provider_accounts/';
const WHAT = 'Linked accounts';

export interface ProviderAccountRouteDeps extends FactorRouteDeps {
  readonly providerAccounts: Pick<ProviderAccountRepository, 'list' | 'unlink'>;
}

/** Routes for the accounts of sign-in providers that are linked to the user (docs/decisions/0243). */
export function createProviderAccountRoutes(
  deps: ProviderAccountRouteDeps,
): readonly AccountRoute[] {
  const { providerAccounts, secondFactors, logins } = deps;
  return [
    accountRoute({
      name: 'users_me_provider_accounts_list',
      summary: 'List your accounts at sign-in providers',
      method: 'GET',
      path: PATH,
      access: FACTOR_READ,
      response: providerAccountsSchema,
      async handle({ caller: { user } }) {
        const accounts = await providerAccounts.list(user.id);
        return accounts.map(({ createdAt, ...account }) => ({
          ...account,
          created_at: wireTime(createdAt),
        }));
      },
    }),
    accountRoute({
      name: 'users_me_provider_accounts_unlink_create',
      summary: 'Unlink one of your accounts at a sign-in provider',
      method: 'POST',
      path: `${PATH}unlink/`,
      access: FACTOR_WRITE,
      status: 204,
      rejections: [403, 404, 429],
      body: providerUnlinkSchema,
      async handle({ caller, body: { issuer, subject, current_password: password } }) {
        const { user } = await proveOwner(deps, caller, password, WHAT);
        const accounts = await providerAccounts.list(user.id);
        const isLinked = accounts.some(
          (account) => account.issuer === issuer && account.subject === subject,
        );
        if (!isLinked) throw notFound();
        const { passkeys } = await secondFactors.read(user.id);
        const hasPassword = (await logins.findPasswordHash(user.id)) !== null;
        if (accounts.length === 1 && !hasPassword && passkeys.length === 0) {
          const detail =
            'You have no password and no passkey: this account is your only way to sign in.';
          throw validationError('invalid_input', detail);
        }
        if (!(await providerAccounts.unlink(user, { issuer, subject }))) throw notFound();
      },
    }),
  ];
}
