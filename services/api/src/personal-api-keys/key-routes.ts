import type { Identity } from '@tidemark/access';
import {
  personalApiKeyCreateSchema,
  personalApiKeySchema,
  personalApiKeyUpdateSchema,
} from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type { PersonalApiKeyRepository, ProjectRepository, User } from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization } from '../activity-log/author';
import type { KeyDirectory } from '../auth/key-directory';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { rejectWiderScopes } from '../auth/wider-scopes';
import { found } from '../resource';
import { changeKey, rejectKeyBeyond } from '../secret-keys/key-changes';
import { secretKeyRoutes } from '../secret-keys/key-routes';
import { keyBody } from './key-body';

/** The maximum number of a user's keys, beyond which a signed-in user cannot create another one; as in PostHog. */
export const MAX_KEYS_OF_SESSIONS = 10;
/** The maximum for keys of scope `*`, by which a program manages keys; with PostHog, programs cannot create keys. */
const MAX_KEYS_PER_USER = 1_000;

const PATH = '/api/personal_api_keys/';
const DETAIL = `${PATH}:id/`;
const ACCESS = { scope: '*', ownToSessions: true } as const;
const params = z.object({ id: z.string() });

export interface KeyRouteDeps {
  readonly keys: PersonalApiKeyRepository;
  readonly projects: ProjectRepository;
  readonly directory: KeyDirectory;
}

/** A user's own personal keys. */
export function createPersonalApiKeyRoutes(deps: KeyRouteDeps): readonly AccountRoute[] {
  const { keys, directory } = deps;
  const ofOneKey = secretKeyRoutes({
    name: 'personal_api_keys',
    path: DETAIL,
    params,
    response: personalApiKeySchema,
    directory,
    find: ({ user }: Identity, id) => keys.findById(user.id, id),
    roll: (caller, id) => keys.roll(inOrganization(caller), caller.user.id, id),
    delete: (caller, id) => keys.delete(inOrganization(caller), caller.user.id, id),
    shown: (key, value) => Promise.resolve(keyBody(key, value)),
  });
  return [
    accountRoute({
      name: 'personal_api_keys_list',
      summary: 'List your personal API keys',
      method: 'GET',
      path: PATH,
      access: ACCESS,
      response: z.array(personalApiKeySchema),
      handle: async ({ caller }) => (await keys.list(caller.user.id)).map((key) => keyBody(key)),
    }),
    accountRoute({
      name: 'personal_api_keys_create',
      summary: 'Create a personal API key; its value is shown only once',
      method: 'POST',
      path: PATH,
      access: ACCESS,
      status: 201,
      body: personalApiKeyCreateSchema,
      response: personalApiKeySchema,
      async handle({ caller, body }) {
        const { user } = caller;
        rejectWiderScopes(caller, body.scopes);
        const scopedTeams = body.scoped_teams ?? [];
        const scopedOrganizations = body.scoped_organizations ?? [];
        await rejectForeignProjects(deps.projects, user, scopedTeams);
        rejectForeignOrganizations(user, scopedOrganizations);
        const { length } = await keys.list(user.id);
        const max = caller.session === undefined ? MAX_KEYS_PER_USER : MAX_KEYS_OF_SESSIONS;
        rejectKeyBeyond(max, length, 'personal API keys');
        const { label, scopes } = body;
        const fields = { userId: user.id, label, scopes, scopedTeams, scopedOrganizations };
        const issued = await keys.create(inOrganization(caller), fields);
        return keyBody(issued.key, issued.value);
      },
    }),
    accountRoute({
      name: 'personal_api_keys_current',
      summary: 'Read the personal API key of this request',
      method: 'GET',
      path: `${PATH}@current/`,
      access: { scope: null },
      rejections: [404],
      response: personalApiKeySchema,
      handle: ({ caller }) => {
        // A signed-in user has no current key, because the credential is a session.
        if (caller.session !== undefined) throw notFound();
        return Promise.resolve(keyBody(caller.key));
      },
    }),
    accountRoute({ ...ofOneKey.retrieve, summary: 'Read a personal API key', access: ACCESS }),
    accountRoute({
      name: 'personal_api_keys_partial_update',
      summary: 'Change fields of a personal API key',
      method: 'PATCH',
      path: DETAIL,
      access: ACCESS,
      params,
      body: personalApiKeyUpdateSchema,
      response: personalApiKeySchema,
      async handle({ caller, params: { id }, body }) {
        const { user } = caller;
        rejectWiderScopes(caller, body.scopes ?? []);
        const { label, scopes, scoped_teams: teams, scoped_organizations: organizations } = body;
        await rejectForeignProjects(deps.projects, user, teams ?? []);
        rejectForeignOrganizations(user, organizations ?? []);
        const fields = {
          ...(label !== undefined && { label }),
          ...(scopes !== undefined && { scopes }),
          ...(teams !== undefined && { scopedTeams: teams ?? [] }),
          ...(organizations !== undefined && { scopedOrganizations: organizations ?? [] }),
        };
        const update = keys.update(inOrganization(caller), user.id, id, fields);
        return keyBody(found(await changeKey(directory, update)));
      },
    }),
    accountRoute({ ...ofOneKey.destroy, summary: 'Delete a personal API key', access: ACCESS }),
    accountRoute({
      ...ofOneKey.roll,
      summary: 'Give a personal API key a new value',
      access: ACCESS,
    }),
  ];
}

async function rejectForeignProjects(
  projects: ProjectRepository,
  user: User,
  ids: readonly number[],
): Promise<void> {
  const scoped = await Promise.all(ids.map((id) => projects.findById(id)));
  if (scoped.some((project) => project?.organizationId !== user.organizationId)) {
    throw validationError(
      'invalid_input',
      'You must be a member of all teams that you are scoping the key to.',
      'scoped_teams',
    );
  }
}

function rejectForeignOrganizations(user: User, ids: readonly string[]): void {
  if (ids.some((id) => id !== user.organizationId)) {
    throw validationError(
      'invalid_input',
      'You must be a member of all organizations that you are scoping the key to.',
      'scoped_organizations',
    );
  }
}
