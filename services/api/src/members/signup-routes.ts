import { hashConsoleSecret, hashPassword } from '@tidemark/access';
import { signupInviteSchema, signupRequestSchema, userBasicSchema } from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { InviteRepository, UserRepository } from '@tidemark/postgres';
import { z } from 'zod';
import { isFromConsole } from '../auth/own-page';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { ConsoleDeps } from '../logins/console-session';
import { openConsoleSession, requireConsole } from '../logins/console-session';
import type { LoginDeps } from '../logins/sign-in';
import { userBasicBody } from '../users/user-body';

const PATH = '/api/signup/:invite_id/';
const MAX_BODY_BYTES = 16 * 1024;
const params = z.object({ invite_id: z.string() });

export type SignupRouteDeps = LoginDeps &
  ConsoleDeps & {
    readonly invites: InviteRepository;
    readonly users: Pick<UserRepository, 'findOrganization'>;
  };

/** Routes for an invited person: the page behind the link asks for a name and a password. */
export function createSignupRoutes(deps: SignupRouteDeps): readonly PublicRoute[] {
  const { invites, users, limits } = deps;
  return [
    publicRoute({
      name: 'signup_retrieve',
      summary: 'Read an invitation',
      method: 'GET',
      path: PATH,
      params,
      response: signupInviteSchema,
      rejections: [400],
      async handle({ caller: { address }, params: { invite_id: id } }) {
        await limits.takeStatus(address);
        const invite = z.uuid().safeParse(id).success ? await invites.find(id) : null;
        if (invite === null) throw invalidInvite();
        if (invite.expiresAt <= deps.now()) throw expiredInvite();
        const organization = await users.findOrganization(invite.organizationId);
        return {
          id: invite.id,
          target_email: maskedEmail(invite.targetEmail),
          first_name: invite.firstName,
          organization_name: organization?.name ?? '',
        };
      },
    }),
    publicRoute({
      name: 'signup_create',
      summary: 'Accept an invitation with the token of its link',
      method: 'POST',
      path: PATH,
      status: 201,
      maxBodyBytes: MAX_BODY_BYTES,
      params,
      body: signupRequestSchema,
      description:
        'With the header `X-Tidemark-Console: 1`, from a page of this server, a session is opened and set as a cookie.',
      response: userBasicSchema,
      rejections: [403],
      async handle(request) {
        const { caller, body } = request;
        const { invite_id: id } = request.params;
        await limits.takeSetup(caller.address);
        const signsIn = isFromConsole(request);
        if (signsIn) requireConsole(deps, request);
        if (!z.uuid().safeParse(id).success) throw invalidInvite();
        const tokenHash = hashConsoleSecret(body.token);
        // Hashing a password is expensive, so that the token is checked first.
        if ((await invites.findByToken(id, tokenHash, deps.now())) === null) throw invalidInvite();
        const acceptance = await invites.accept({
          id,
          tokenHash,
          firstName: body.first_name,
          passwordHash: await hashPassword(body.password),
          now: deps.now(),
        });
        if (acceptance.outcome !== 'accepted') {
          throw acceptance.outcome === 'invalid' ? invalidInvite() : addressTaken();
        }
        deps.forget();
        const { user } = acceptance;
        if (signsIn) await openConsoleSession(deps, request, user.id);
        return userBasicBody(user);
      },
    }),
  ];
}

function invalidInvite(): ApiError {
  return validationError(
    'invalid_input',
    'The provided invite is not valid: it was used, revoked or replaced. Ask for a new link.',
    'token',
  );
}

function addressTaken(): ApiError {
  return validationError(
    'unique',
    'There is already an account with this email address. Please log in instead.',
    'email',
  );
}

function expiredInvite(): ApiError {
  return validationError(
    'expired',
    'This invite has expired. Please ask your admin for a new one.',
  );
}

/** Masks an address: `a**@example.com` is enough for its owner to recognise it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'*'.repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}
