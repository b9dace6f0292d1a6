import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';
import type { RoleLevel } from '../../queries/account/roles';

const path = { organization_id: '@current' } as const;
const query = { limit: 1_000 };

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => {
    const params = { path, query };
    const route = '/api/organizations/{organization_id}/members/';
    return (await call(api.GET(route, { params, signal }))).results;
  },
});

export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }) => {
    const params = { path, query };
    const route = '/api/organizations/{organization_id}/invites/';
    return (await call(api.GET(route, { params, signal }))).results;
  },
});

type Element<T> = T extends readonly (infer One)[] ? One : never;
export type Member = Element<Awaited<ReturnType<NonNullable<typeof membersQuery.queryFn>>>>;
export type Invite = Element<Awaited<ReturnType<NonNullable<typeof invitesQuery.queryFn>>>>;

export function setRole(id: string, level: RoleLevel) {
  const route = '/api/organizations/{organization_id}/members/{id}/';
  return call(api.PATCH(route, { params: { path: { ...path, id } }, body: { level } }));
}

export function removeMember(id: string) {
  const route = '/api/organizations/{organization_id}/members/{id}/';
  return call(api.DELETE(route, { params: { path: { ...path, id } } }));
}

export function invite(email: string, level: RoleLevel) {
  const body = { target_email: email, level };
  return call(
    api.POST('/api/organizations/{organization_id}/invites/', { params: { path }, body }),
  );
}

export function revokeInvite(id: string) {
  const route = '/api/organizations/{organization_id}/invites/{id}/';
  return call(api.DELETE(route, { params: { path: { ...path, id } } }));
}

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) =>
    call(api.GET('/api/organizations/{organization_id}/', { params: { path }, signal })),
});

export function requireSecondFactor(enforce_2fa: boolean) {
  return call(
    api.PATCH('/api/organizations/{organization_id}/', {
      params: { path },
      body: { enforce_2fa },
    }),
  );
}
