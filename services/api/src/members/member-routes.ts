import { memberUpdateSchema, organizationMemberSchema, pageOf } from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { notFound, permissionDenied, validationError } from '@tidemark/platform';
import type {
  MemberRejection,
  MemberRepository,
  SecondFactorRepository,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { ownOrganization } from '../organizations/own-organization';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { memberBody } from './member-body';

const PATH = '/api/organizations/:organization_id/members/';
const WRITE = { scope: 'organization_member:write' } as const;
const params = z.object({ organization_id: z.string() });
const memberParams = params.extend({
  /** The uuid of the user; `@me` is the caller. */
  id: z.union([z.literal('@me'), z.uuid()]),
});

export interface MemberRouteDeps {
  readonly users: Pick<UserRepository, 'list'>;
  readonly organizationMembers: MemberRepository;
  readonly secondFactors: Pick<SecondFactorRepository, 'amongUsers'>;
  /** Clears caches after roles or sessions were changed. */
  readonly forget: () => void;
  readonly now: () => Date;
}

/** Routes for the members of the organization and their roles. */
export function createMemberRoutes(deps: MemberRouteDeps): readonly AccountRoute[] {
  const { users, organizationMembers: members, secondFactors, forget } = deps;
  return [
    accountRoute({
      name: 'organizations_members_list',
      summary: 'List members of an organization',
      method: 'GET',
      path: PATH,
      access: { scope: 'organization_member:read' },
      params,
      query: pageQuery,
      response: pageOf(organizationMemberSchema),
      async handle({ caller, params: { organization_id: id }, url }) {
        const request = defaultPage(url);
        const page = await users.list(ownOrganization(caller, id), request);
        const ids = page.rows.map(({ id: userId }) => userId);
        const protectedUsers = await secondFactors.amongUsers(ids);
        return pageBody(url, request, page, (user) =>
          memberBody(user, protectedUsers.has(user.id)),
        );
      },
    }),
    accountRoute({
      name: 'organizations_members_partial_update',
      summary: 'Change the role of a member',
      method: 'PATCH',
      path: `${PATH}:id/`,
      access: WRITE,
      rejections: [403, 404],
      params: memberParams,
      body: memberUpdateSchema,
      response: organizationMemberSchema,
      async handle({ caller, params: asked, body: { level } }) {
        ownOrganization(caller, asked.organization_id);
        const uuid = asked.id === '@me' ? caller.user.uuid : asked.id;
        const change = await members.setLevel(inOrganization(caller), uuid, level);
        if (change.outcome !== 'done') throw rejectionError(change.outcome);
        forget();
        const { member } = change;
        const protectedUsers = await secondFactors.amongUsers([member.id]);
        return memberBody(member, protectedUsers.has(member.id));
      },
    }),
    accountRoute({
      name: 'organizations_members_destroy',
      summary: 'Remove a member, or leave the organization',
      method: 'DELETE',
      path: `${PATH}:id/`,
      // Every signed-in member may leave; the roles decide who may remove others.
      access: { ...WRITE, ownToSessions: true },
      status: 204,
      rejections: [400, 403, 404],
      params: memberParams,
      async handle({ caller, params: asked }) {
        ownOrganization(caller, asked.organization_id);
        const uuid = asked.id === '@me' ? caller.user.uuid : asked.id;
        const change = await members.remove(inOrganization(caller), uuid, deps.now());
        if (change.outcome !== 'done') throw rejectionError(change.outcome);
        forget();
      },
    }),
  ];
}

function rejectionError(rejection: MemberRejection): ApiError {
  switch (rejection) {
    case 'missing':
      return notFound();
    case 'not_administrator':
      return permissionDenied('Only administrators and owners change roles and remove members.');
    case 'above_own_level':
      return permissionDenied('You cannot give, change or remove a role that is above your own.');
    case 'own_level':
      return permissionDenied("You can't change your own access level.");
    case 'last_owner':
      return validationError(
        'last_owner',
        'The last owner of an organization stays: make somebody else an owner first.',
        'level',
      );
  }
}
