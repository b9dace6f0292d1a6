import {
  deviceAuthorizeRequestSchema,
  deviceAuthorizeResponseSchema,
  deviceCodeResponseSchema,
  devicePollRequestSchema,
  devicePollResponseSchema,
} from '@tidemark/contracts';
import { createSealedBox, permissionDenied, throttled } from '@tidemark/platform';
import { createOneTimeValues, createRateLimiter } from '@tidemark/redis';
import { inOrganization } from '../activity-log/author';
import type { Auth } from '../auth/open-auth';
import type { AccountRoute, PublicRoute } from '../auth/routes';
import { accountRoute, publicRoute } from '../auth/routes';
import { rejectWiderScopes } from '../auth/wider-scopes';
import type { ApiParts } from '../parts';
import { MAX_KEYS_OF_SESSIONS } from '../personal-api-keys/key-routes';
import { rejectKeyBeyond } from '../secret-keys/key-changes';
import { createDeviceCodes, DEVICE_CODE_SECONDS } from './device-codes';

const POLL_SECONDS = 5;
const MAX_BODY_BYTES = 16 * 1024;
const WINDOW_SECONDS = 15 * 60;
const BEGINNINGS_PER_ADDRESS = 100;
/** A program polls 180 times in this window, and many programs may run behind one address. */
const POLLS_PER_ADDRESS = 5_000;
const AUTHORIZATIONS_PER_USER = 50;
const MAX_LABEL = 40;

/** What `posthog-cli` needs for queries, types of events, and source maps. */
const CLI_SCOPES = [
  'query:read',
  'event_definition:read',
  'property_definition:read',
  'error_tracking:read',
  'error_tracking:write',
] as const;

type Deps = Pick<ApiParts, 'config' | 'redis' | 'keys' | 'projects' | 'now'>;

/** Sign-in of PostHog's command-line client through a browser (`docs/wire/management.md#cli-auth`). */
export function createCliLoginRoutes(
  deps: Deps,
  { address }: Pick<Auth, 'address'>,
): {
  readonly publicRoutes: readonly PublicRoute[];
  readonly accountRoutes: readonly AccountRoute[];
} {
  const values = createOneTimeValues(deps.redis, 'tidemark:cli-login');
  const codes = createDeviceCodes(values, createSealedBox(deps.config.JWT_SECRET));
  const limit = (name: string, points: number) => {
    const keyPrefix = `tidemark:cli-login-${name}`;
    const limiter = createRateLimiter(deps.redis, {
      keyPrefix,
      points,
      durationSeconds: WINDOW_SECONDS,
    });
    return async (key: string): Promise<void> => {
      const { allowed, retryAfterSeconds } = await limiter.consume(key);
      if (!allowed) throw throttled(retryAfterSeconds);
    };
  };
  const takeBeginning = limit('begin', BEGINNINGS_PER_ADDRESS);
  const takePoll = limit('poll', POLLS_PER_ADDRESS);
  const takeAuthorization = limit('authorize', AUTHORIZATIONS_PER_USER);

  const begin = publicRoute({
    name: 'cli_auth_device_code_create',
    summary: 'Begin the sign-in of a program through a browser',
    method: 'POST',
    path: '/api/cli-auth/device-code/',
    maxBodyBytes: MAX_BODY_BYTES,
    response: deviceCodeResponseSchema,
    async handle(request) {
      await takeBeginning(request.caller.address);
      const { deviceCode, userCode } = await codes.begin();
      const page = `${address.publicUrl(request)}/cli/authorize`;
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${userCode}`,
        expires_in: DEVICE_CODE_SECONDS,
        interval: POLL_SECONDS,
      };
    },
  });

  const poll = publicRoute({
    name: 'cli_auth_poll_create',
    summary: 'Ask for the key of a program that a user has authorized',
    method: 'POST',
    path: '/api/cli-auth/poll/',
    maxBodyBytes: MAX_BODY_BYTES,
    body: devicePollRequestSchema,
    statuses: [200, 202, 400],
    response: devicePollResponseSchema,
    status: (result) => ('status' in result ? POLL_STATUSES[result.status] : 400),
    async handle({ caller, body }) {
      await takePoll(caller.address);
      const found = await codes.poll(body.device_code);
      if (found === 'pending') return { status: 'pending' as const };
      if (found === 'expired') {
        const error_description = 'Device code expired';
        return { status: 'expired' as const, error: 'expired_token' as const, error_description };
      }
      const { value, label, projectId } = found;
      return {
        status: 'authorized' as const,
        personal_api_key: value,
        label,
        project_id: String(projectId),
      };
    },
  });

  const authorize = accountRoute({
    name: 'cli_auth_authorize_create',
    summary: 'Give a program a personal API key for one project',
    method: 'POST',
    path: '/api/cli-auth/authorize/',
    access: { scope: '*', ownToSessions: true },
    maxBodyBytes: MAX_BODY_BYTES,
    body: deviceAuthorizeRequestSchema,
    statuses: [200, 400],
    response: deviceAuthorizeResponseSchema,
    status: (result) => ('status' in result ? 200 : 400),
    async handle({ caller, body }) {
      if (caller.session === undefined) {
        throw permissionDenied('Programs are authorized by a signed-in user, not by an API key.');
      }
      const { user } = caller;
      await takeAuthorization(String(user.id));
      const scopes = body.scopes ?? CLI_SCOPES;
      rejectWiderScopes(caller, scopes);
      const project = await deps.projects.findById(body.project_id);
      if (project?.organizationId !== user.organizationId) {
        return { error: 'invalid_project' as const, error_description: 'Project not found' };
      }
      if (!(await codes.isWaiting(body.user_code))) return UNKNOWN_CODE;
      const { length } = await deps.keys.list(user.id);
      rejectKeyBeyond(MAX_KEYS_OF_SESSIONS, length, 'personal API keys');
      const handOver = await codes.claim(body.user_code);
      if (handOver === null) return UNKNOWN_CODE;
      const { key, value } = await deps.keys.create(inOrganization(caller), {
        userId: user.id,
        label: labelOf(project.name, deps.now()),
        scopes,
        scopedTeams: [project.id],
        scopedOrganizations: [],
      });
      await handOver({ value, label: key.label, projectId: project.id });
      return { status: 'success' as const, label: key.label, mask_value: key.maskValue };
    },
  });

  return { publicRoutes: [begin, poll], accountRoutes: [authorize] };
}

const POLL_STATUSES = { pending: 202, authorized: 200, expired: 400 } as const;

const UNKNOWN_CODE = {
  error: 'invalid_code',
  error_description: 'User code not found or expired',
} as const;

/** `CLI - {project} - 2026-11-29 20:15`, with as much of the name as fits. */
function labelOf(projectName: string, now: Date): string {
  const end = ` - ${now.toISOString().slice(0, 16).replace('T', ' ')}`;
  const start = 'CLI - ';
  const name = Array.from(projectName)
    .slice(0, MAX_LABEL - start.length - end.length)
    .join('');
  return `${start}${name}${end}`;
}
