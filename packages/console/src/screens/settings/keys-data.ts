import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';

const PATH = '/api/personal_api_keys/';

/** A personal key. Its value is only in the responses that create or renew it. */
export interface PersonalKey {
  readonly id: string;
  readonly label: string;
  readonly value: string | null;
  readonly mask_value: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly scopes: readonly string[];
}

export const keysQuery = queryOptions({
  queryKey: ['personal-keys'],
  queryFn: ({ signal }) => request<readonly PersonalKey[]>('GET', PATH, { signal }),
});

export function createKey(label: string, scopes: readonly string[]): Promise<PersonalKey> {
  return request('POST', PATH, { body: { label, scopes } });
}

export function rollKey(id: string): Promise<PersonalKey> {
  return request('POST', `${PATH}${encodeURIComponent(id)}/roll/`, { body: {} });
}

export function deleteKey(id: string): Promise<unknown> {
  return request('DELETE', `${PATH}${encodeURIComponent(id)}/`);
}

export interface Task {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
}

/** Tasks of a key, each with the minimum of scopes that it needs. */
export const TASKS: readonly Task[] = [
  {
    id: 'read',
    label: 'Read events and run queries',
    scopes: ['query:read', 'person:read', 'insight:read', 'dashboard:read'],
  },
  {
    id: 'local-evaluation',
    label: 'Evaluate flags in a server SDK',
    scopes: ['feature_flag:read'],
  },
  {
    id: 'manage-flags',
    label: 'Change flags, for example from Terraform',
    scopes: ['feature_flag:write', 'cohort:read', 'project:read'],
  },
  { id: 'all', label: 'Everything that you may do', scopes: ['*'] },
];
