import type { AuditedRequest } from './audited-request';

const MEMBERS = '/api/organizations/@current/members/';
const INVITES = '/api/organizations/@current/invites/';

export const members: readonly AuditedRequest[] = [
  {
    route: 'organizations_invites_create',
    request: ['POST', INVITES, { target_email: 'invited@example.com' }],
    logged: ['OrganizationInvite', 'created'],
    makes: 'invite',
  },
  {
    route: 'organizations_invites_destroy',
    request: ['DELETE', `${INVITES}{invite}/`],
    logged: ['OrganizationInvite', 'deleted'],
  },
  {
    route: 'organizations_members_partial_update',
    request: ['PATCH', `${MEMBERS}{member}/`, { level: 8 }],
    logged: ['User', 'updated'],
  },
  {
    route: 'organizations_members_destroy',
    request: ['DELETE', `${MEMBERS}{member}/`],
    logged: ['User', 'updated'],
  },
  {
    route: 'users_me_partial_update',
    request: ['PATCH', '/api/users/@me/', { first_name: 'Ada' }],
    logged: ['User', 'updated'],
  },
  {
    route: 'users_me_sessions_destroy',
    request: ['DELETE', '/api/users/@me/sessions/{session}/'],
    logged: ['User', 'ended_sessions'],
  },
];
