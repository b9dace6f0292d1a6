import { hashConsoleSecret, hashPassword } from '@tidemark/access';
import {
  setupRequestSchema,
  setupResponseSchema,
  setupStatusResponseSchema,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { SetupRepository } from '@tidemark/postgres';
import { isFromConsole } from '../auth/own-page';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { ConsoleDeps } from './console-session';
import { openConsoleSession, requireConsole } from './console-session';
import type { LoginDeps } from './sign-in';

const MAX_BODY_BYTES = 16 * 1024;
const PATH = '/api/setup/';

/** The first password: a one-time link leads to a page that asks for it (docs/decisions/0196). */
export function createSetupRoutes(
  deps: LoginDeps & ConsoleDeps & { readonly setup: SetupRepository },
): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'setup_retrieve',
      summary: 'Check whether set-up is pending',
      method: 'GET',
      path: PATH,
      response: setupStatusResponseSchema,
      async handle({ caller: { address } }) {
        await deps.limits.takeStatus(address);
        return { required: await deps.setup.isRequired() };
      },
    }),
    publicRoute({
      name: 'setup_create',
      summary: "Set the owner's password with the token of a set-up link",
      method: 'POST',
      path: PATH,
      maxBodyBytes: MAX_BODY_BYTES,
      body: setupRequestSchema,
      response: setupResponseSchema,
      rejections: [403],
      async handle(request) {
        const { caller, body } = request;
        await deps.limits.takeSetup(caller.address);
        const signsIn = isFromConsole(request);
        if (signsIn) requireConsole(deps, request);
        const hash = hashConsoleSecret(body.token);
        // Hashing a password is expensive, so the token is checked first.
        if ((await deps.setup.findByToken(hash, deps.now())) === null) throw invalidToken();
        const passwordHash = await hashPassword(body.password);
        const user = await deps.setup.setPassword({ hash, passwordHash, now: deps.now() });
        if (user === null) throw invalidToken();
        deps.forget();
        if (signsIn) await openConsoleSession(deps, request, user.id);
        return { success: true as const, email: user.email };
      },
    }),
  ];
}

function invalidToken() {
  return validationError(
    'invalid_token',
    'This set-up link has expired, was used or was replaced by a newer one. Make a new one with the command setup-link.',
    'token',
  );
}
