import type { Auth } from '../auth/open-auth';
import type { AccountRoute, PublicRoute } from '../auth/routes';
import { createLoginLimits } from '../logins/login-limits';
import type { ApiParts } from '../parts';
import { createInviteRoutes } from './invite-routes';
import { createMemberRoutes } from './member-routes';
import { createSignupRoutes } from './signup-routes';

type MemberParts = Pick<
  ApiParts,
  | 'invites'
  | 'organizationMembers'
  | 'secondFactors'
  | 'users'
  | 'logins'
  | 'loginSessions'
  | 'redis'
  | 'now'
  | 'logger'
>;

/** Routes for the members of the organization and for invitations. */
export function createMembersRoutes(parts: MemberParts, auth: Auth): readonly AccountRoute[] {
  const forget = (): void => {
    auth.sessions.forget();
    auth.directory.forget();
  };
  return [
    ...createMemberRoutes({ ...parts, forget }),
    ...createInviteRoutes({ ...parts, address: auth.address }),
  ];
}

/** Routes for accepting an invitation. */
export function createSignupsRoutes(parts: MemberParts, auth: Auth): readonly PublicRoute[] {
  return createSignupRoutes({
    ...parts,
    cookies: auth.cookies,
    address: auth.address,
    tokens: auth.tokens,
    sessions: parts.loginSessions,
    limits: createLoginLimits(parts.redis),
    forget: () => {
      auth.sessions.forget();
      auth.directory.forget();
    },
  });
}
