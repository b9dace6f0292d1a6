import {
  generateInviteToken,
  hashConsoleSecret,
  INVITE_SECONDS,
  inviteLink,
} from '@tidemark/access';
import { inviteCreateSchema, inviteSchema, pageOf } from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { notFound, permissionDenied, validationError } from '@tidemark/platform';
import type { Invite, InviteRepository, User, UserRepository } from '@tidemark/postgres';
import { z } from 'zod';
import { inOrganization } from '../activity-log/author';
import type { OwnAddress } from '../auth/own-address';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { ownOrganization } from '../organizations/own-organization';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

const PATH = '/api/organizations/:organization_id/invites/';
const WRITE = { scope: 'organization_member:write' } as const;
const params = z.object({ organization_id: z.string() });

export interface InviteRouteDeps {
  readonly invites: InviteRepository;
  readonly users: Pick<UserRepository, 'findMany'>;
  readonly address: OwnAddress;
  readonly now: () => Date;
}

/** Routes for invitations. Their link is shown once, because Tidemark does not send e-mail (docs/decisions/0217). */
export function createInviteRoutes(deps: InviteRouteDeps): readonly AccountRoute[] {
  const { invites, users, address, now } = deps;
  return [
    accountRoute({
      name: 'organizations_invites_list',
      summary: 'List invitations into an organization',
      method: 'GET',
      path: PATH,
      access: { scope: 'organization_member:read' },
      params,
      query: pageQuery,
      response: pageOf(inviteSchema),
      async handle({ caller, params: { organization_id: id }, url }) {
        const request = defaultPage(url);
        const page = await invites.list(ownOrganization(caller, id), request);
        const ids = page.rows.map(({ createdById }) => createdById).filter((one) => one !== null);
        const people = await users.findMany([...new Set(ids)]);
        return pageBody(url, request, page, (invite) =>
          inviteBody(invite, people.get(invite.createdById ?? 0) ?? null, now(), null),
        );
      },
    }),
    accountRoute({
      name: 'organizations_invites_create',
      summary: 'Invite a member by a link, which is shown only once',
      method: 'POST',
      path: PATH,
      access: WRITE,
      status: 201,
      rejections: [403],
      params,
      body: inviteCreateSchema,
      response: inviteSchema,
      async handle(request) {
        const { caller, params: asked, body } = request;
        ownOrganization(caller, asked.organization_id);
        const token = generateInviteToken();
        const created = await invites.create(inOrganization(caller), {
          targetEmail: body.target_email,
          firstName: body.first_name ?? '',
          level: body.level,
          tokenHash: hashConsoleSecret(token),
          now: now(),
          expiresAt: new Date(now().getTime() + INVITE_SECONDS * 1_000),
        });
        if (created.outcome !== 'created') throw rejectionError(created.outcome);
        const { invite } = created;
        const link = inviteLink(address.publicUrl(request), invite.id, token);
        return inviteBody(invite, caller.user, now(), link);
      },
    }),
    accountRoute({
      name: 'organizations_invites_destroy',
      summary: 'Revoke an invitation',
      method: 'DELETE',
      path: `${PATH}:id/`,
      access: WRITE,
      status: 204,
      rejections: [404],
      params: params.extend({ id: z.uuid() }),
      async handle({ caller, params: { organization_id: organization, id } }) {
        ownOrganization(caller, organization);
        if (!(await invites.revoke(inOrganization(caller), id))) throw notFound();
      },
    }),
  ];
}

function inviteBody(invite: Invite, creator: User | null, now: Date, link: string | null) {
  return {
    id: invite.id,
    target_email: invite.targetEmail,
    first_name: invite.firstName,
    emailing_attempt_made: false as const,
    level: invite.level,
    is_expired: invite.expiresAt <= now,
    created_by: creator && userBasicBody(creator),
    created_at: wireTime(invite.createdAt),
    updated_at: wireTime(invite.createdAt),
    expires_at: wireTime(invite.expiresAt),
    link,
  };
}

function rejectionError(rejection: 'above_own_level' | 'is_member'): ApiError {
  return rejection === 'above_own_level'
    ? permissionDenied('You cannot invite somebody with a role that is above your own.')
    : validationError(
        'invalid_input',
        'A user with this email address already belongs to the organization.',
        'target_email',
      );
}
