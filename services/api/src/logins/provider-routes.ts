import {
  loginMethodsSchema,
  providerBeginResponseSchema,
  providerBeginSchema,
  providerSignInResponseSchema,
  providerSignInSchema,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { ProviderAccountRepository, User } from '@tidemark/postgres';
import { z } from 'zod';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { ProviderChecks, ProviderPerson } from '../provider-login/login-provider';
import { ProviderError } from '../provider-login/login-provider';
import type { ConfiguredProvider } from '../provider-login/open-login-provider';
import { admittedEmail, providerRejected } from '../provider-login/provider-policy';
import { requireConsole } from './console-session';
import type { StepDeps } from './login-step';
import { continueSignIn, openStep, stepHash, stepOver } from './login-step';

const MAX_BODY_BYTES = 16 * 1024;
/** The page that the provider sends browsers back to. */
const RETURN_PATH = '/login';
const CONSOLE_ONLY = 'For pages of this server, with the header `X-Tidemark-Console: 1`.';

const rememberedSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  next: z.string().nullable(),
});

export interface ProviderRouteDeps extends StepDeps {
  readonly configured: ConfiguredProvider | null;
  readonly providerAccounts: ProviderAccountRepository;
}

/** Routes for signing in by an OpenID Connect provider (docs/decisions/0219). */
export function createProviderRoutes(deps: ProviderRouteDeps): readonly PublicRoute[] {
  const { configured, limits } = deps;
  return [
    publicRoute({
      name: 'login_methods_retrieve',
      summary: 'List the available sign-in methods',
      method: 'GET',
      path: '/api/login/methods/',
      response: loginMethodsSchema,
      async handle({ caller: { address } }) {
        await limits.takeStatus(address);
        return { provider: configured && { label: configured.label } };
      },
    }),
    publicRoute({
      name: 'login_provider_begin_create',
      summary: 'Start a sign-in with the OpenID Connect provider',
      description: CONSOLE_ONLY,
      method: 'POST',
      path: '/api/login/provider/begin/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: providerBeginSchema,
      response: providerBeginResponseSchema,
      rejections: [403, 404],
      async handle(request) {
        requireConsole(deps, request);
        await limits.takeAddress(request.caller.address);
        if (configured === null) throw withoutProvider();
        const redirectUri = new URL(RETURN_PATH, deps.address.publicUrl(request)).href;
        const { url, checks } = await sentences(() => configured.provider.begin(redirectUri));
        const data = { ...checks, next: request.body.next ?? null };
        await openStep(deps, request, { purpose: 'provider_sign_in', userId: null, data });
        return { url };
      },
    }),
    publicRoute({
      name: 'login_provider_create',
      summary: 'Finish a sign-in with the OpenID Connect provider',
      description: CONSOLE_ONLY,
      method: 'POST',
      path: '/api/login/provider/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: providerSignInSchema,
      response: providerSignInResponseSchema,
      rejections: [403, 404],
      async handle(request) {
        requireConsole(deps, request);
        await limits.takeAddress(request.caller.address);
        if (configured === null) throw withoutProvider();
        const hash = await stepHash(deps, request);
        const step = await deps.challenges.consume(hash, 'provider_sign_in', deps.now());
        if (step === null) throw stepOver();
        const { next, ...checks } = rememberedSchema.parse(step.data);
        const { user, person } = await sentences(() =>
          userOfProvider(deps, configured, request.body.query, checks),
        );
        const proved = person.usedSecondFactor ? 'provider' : null;
        const asked = await continueSignIn(deps, request, user, proved);
        return asked === null ? { success: true as const, next } : { ...asked, next };
      },
    }),
  ];
}

/** @throws ProviderError */
async function userOfProvider(
  { providerAccounts, now }: ProviderRouteDeps,
  { provider, allowedDomains, newUserLevel }: ConfiguredProvider,
  query: string,
  checks: ProviderChecks,
): Promise<{ readonly user: User; readonly person: ProviderPerson }> {
  const person = await provider.finish(query, checks);
  const found = await providerAccounts.signIn({
    account: { issuer: person.issuer, subject: person.subject },
    email: admittedEmail(person, allowedDomains),
    firstName: person.firstName,
    lastName: person.lastName,
    newUserLevel,
    now: now(),
  });
  if ('rejection' in found) throw providerRejected(found.rejection);
  return { user: found.user, person };
}

/** @throws ApiError 400 with a message that says how to solve the problem */
async function sentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw validationError('provider_error', error.message);
    throw error;
  }
}

function withoutProvider() {
  return notFound('This server has no sign-in provider.');
}
