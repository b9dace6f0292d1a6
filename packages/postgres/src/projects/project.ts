import type { Selectable } from 'kysely';
import type { ProjectTable } from '../schema';

/** A tenant. Its numeric id is the `team_id` of events. */
export interface Project {
  readonly id: number;
  readonly uuid: string;
  readonly organizationId: string;
  readonly name: string;
  /** The public token SDKs send (`phc_…`). */
  readonly apiToken: string;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: number;
  /** Property filters that leave internal and test users out. */
  readonly testAccountFilters: readonly unknown[];
  readonly anonymizeIps: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What an operator may set. */
export interface ProjectSettings {
  readonly name: string;
  readonly timezone: string;
  readonly weekStartDay: number;
  readonly testAccountFilters: readonly unknown[];
  readonly anonymizeIps: boolean;
}

export function toProject(row: Selectable<ProjectTable>): Project {
  return {
    id: row.id,
    uuid: row.uuid,
    organizationId: row.organization_id,
    name: row.name,
    apiToken: row.api_token,
    timezone: row.timezone,
    weekStartDay: row.week_start_day,
    testAccountFilters: row.test_account_filters,
    anonymizeIps: row.anonymize_ips,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
