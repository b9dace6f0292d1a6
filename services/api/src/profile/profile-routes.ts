import type { Identity } from '@tidemark/access';
import { hashPassword } from '@tidemark/access';
import {
  endedSessionsSchema,
  ownSessionSchema,
  profileUpdateSchema,
  userBasicSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { notFound, permissionDenied, validationError } from '@tidemark/platform';
import type { LoginRepository, LoginSessionRepository, User } from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import type { LoginLimits } from '../logins/login-limits';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';
import { proveOwner } from './prove-owner';

const PATH = '/api/users/@me/';
const SESSIONS = `${PATH}sessions/`;
const READ = { scope: 'user:read', ownToSessions: true, beforeSecondFactor: true } as const;
const WRITE = { scope: 'user:write', ownToSessions: true, beforeSecondFactor: true } as const;
const MAX_BODY_BYTES = 16 * 1024;

export interface ProfileRouteDeps {
  readonly logins: Pick<LoginRepository, 'findPasswordHash' | 'setPassword' | 'setProfile'>;
  readonly sessions: LoginSessionRepository;
  readonly limits: LoginLimits;
  /** Clears caches after names or sessions were changed. */
  readonly forget: () => void;
  readonly now: () => Date;
}

/** Routes by which users change their own name, address and password, and end their sessions. */
export function createProfileRoutes(deps: ProfileRouteDeps): readonly AccountRoute[] {
  return [profileRoute(deps), ...sessionRoutes(deps)];
}

function profileRoute(deps: ProfileRouteDeps): AccountRoute {
  return accountRoute({
    name: 'users_me_partial_update',
    summary: 'Change your name, e-mail address and password',
    method: 'PATCH',
    path: PATH,
    access: WRITE,
    maxBodyBytes: MAX_BODY_BYTES,
    rejections: [403, 429],
    body: profileUpdateSchema,
    response: userBasicSchema,
    async handle({ caller, body }) {
      const { password, email, first_name: firstName, last_name: lastName } = body;
      const isSensitive =
        password !== undefined || (email !== undefined && email !== caller.user.email);
      if (isSensitive) {
        await proveOwner(deps, caller, body.current_password, 'Addresses and passwords');
      }
      const by = inOrganization(caller);
      const user = await deps.logins.setProfile(by, caller.user.id, {
        ...(firstName !== undefined && { firstName }),
        ...(lastName !== undefined && { lastName }),
        ...(email !== undefined && { email }),
      });
      if (user === null) throw addressTaken();
      if (password !== undefined) await changePassword(deps, caller, password);
      deps.forget();
      return userBasicBody(user);
    },
  });
}

/** Changes the password and ends the other sessions, so that a user of the old password is signed out. */
async function changePassword(
  { logins, now }: ProfileRouteDeps,
  caller: Identity,
  password: string,
): Promise<void> {
  const hash = await hashPassword(password);
  const by = inOrganization(caller);
  await logins.setPassword(by, caller.user.id, hash, now(), caller.session?.id);
}

function sessionRoutes({ sessions, forget, now }: ProfileRouteDeps): readonly AccountRoute[] {
  const end = async (user: User, which: Parameters<LoginSessionRepository['endOf']>[1]) => {
    const ended = await sessions.endOf(user, which, now());
    forget();
    return ended;
  };
  return [
    accountRoute({
      name: 'users_me_sessions_list',
      summary: 'List your sessions',
      method: 'GET',
      path: SESSIONS,
      access: READ,
      response: z.array(ownSessionSchema),
      async handle({ caller: { user, session } }) {
        const open = await sessions.listOpen(user.id, now());
        return open.map((one) => ({
          id: one.id,
          is_current: one.id === session?.id,
          created_at: wireTime(one.createdAt),
          last_seen_at: one.lastSeenAt && wireTime(one.lastSeenAt),
          expires_at: wireTime(one.expiresAt),
          address: one.address,
          user_agent: one.userAgent,
        }));
      },
    }),
    // This route must be declared before those of one session, whose `:id` would match its path.
    accountRoute({
      name: 'users_me_sessions_end_others',
      summary: 'End all your sessions except this one',
      method: 'POST',
      path: `${SESSIONS}end_others/`,
      access: WRITE,
      rejections: [403],
      response: endedSessionsSchema,
      async handle({ caller: { user, session } }) {
        if (session === undefined) {
          throw permissionDenied('Only somebody who is signed in has other sessions.');
        }
        return { ended: await end(user, { allBut: session.id }) };
      },
    }),
    accountRoute({
      name: 'users_me_sessions_destroy',
      summary: 'End one of your sessions',
      method: 'DELETE',
      path: `${SESSIONS}:id/`,
      access: WRITE,
      status: 204,
      rejections: [404],
      params: z.object({ id: z.uuid() }),
      async handle({ caller: { user }, params: { id } }) {
        if ((await end(user, { id })) === 0) throw notFound();
      },
    }),
  ];
}

function addressTaken(): ApiError {
  return validationError('unique', 'There is already an account with this email address.', 'email');
}
