import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../api/client';

const readSessions = (signal?: AbortSignal) =>
  call(api.GET('/api/users/@me/sessions/', { signal }));

export type OwnSession = Awaited<ReturnType<typeof readSessions>>[number];

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => readSessions(signal),
});

export interface ProfileChanges {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly email?: string;
  readonly password?: string;
  readonly current_password?: string;
}

export function saveProfile(body: ProfileChanges) {
  return call(api.PATCH('/api/users/@me/', { body }));
}

export function endSession(id: string) {
  return call(api.DELETE('/api/users/@me/sessions/{id}/', { params: { path: { id } } }));
}

export function endOtherSessions() {
  return call(api.POST('/api/users/@me/sessions/end_others/'));
}
