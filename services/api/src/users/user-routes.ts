import { meSchema } from '@tidemark/contracts';
import { productVersion, serverError } from '@tidemark/platform';
import type { ProjectRepository, UserRepository } from '@tidemark/postgres';
import type { OwnAddress } from '../auth/own-address';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { userBasicBody } from './user-body';

/** The user of the key; every valid key may request it. */
export function createUserRoutes(deps: {
  readonly users: UserRepository;
  readonly projects: ProjectRepository;
  readonly address: OwnAddress;
}): readonly AccountRoute[] {
  const version = productVersion();
  return [
    accountRoute({
      name: 'users_me_retrieve',
      summary: 'Read the owner of the key',
      method: 'GET',
      path: '/api/users/@me/',
      access: { scope: null, beforeSecondFactor: true },
      response: meSchema,
      async handle(request) {
        const { user, key } = request.caller;
        const found = await deps.users.findOrganization(user.organizationId);
        if (found === null) throw serverError(new Error(`user ${user.id} has no organization`));
        const organization = {
          ...found,
          logo_media_id: null,
          membership_level: user.organizationLevel,
          members_can_use_personal_api_keys: true as const,
        };
        const team =
          user.currentProjectId === null
            ? null
            : await deps.projects.findById(user.currentProjectId);
        const hasEvents = team !== null && (await deps.projects.ingestedAmong([team.id])).size > 0;
        return {
          ...userBasicBody(user),
          scopes: [...key.scopes],
          version,
          public_url: deps.address.publicUrl(request),
          is_staff: false,
          team: team && {
            id: team.id,
            uuid: team.uuid,
            organization: team.organizationId,
            project_id: team.id,
            api_token: team.apiToken,
            name: team.name,
            completed_snippet_onboarding: hasEvents,
            has_completed_onboarding_for: {},
            ingested_event: hasEvents,
            is_demo: false,
            timezone: team.timezone,
            access_control: false,
          },
          organization,
          organizations: [organization],
        };
      },
    }),
  ];
}
