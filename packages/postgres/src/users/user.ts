import type { Selectable } from 'kysely';
import type { UserTable } from '../schema';

/** A user, who manages projects (not a tracked person). */
export interface User {
  readonly id: number;
  readonly uuid: string;
  readonly distinctId: string;
  readonly organizationId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isEmailVerified: boolean | null;
  readonly hedgehogConfig: Readonly<Record<string, unknown>> | null;
  readonly roleAtOrganization: string | null;
  readonly isActive: boolean;
  /** 1 = member, 8 = administrator, 15 = owner. */
  readonly organizationLevel: number;
  /** The project that `@current` refers to. */
  readonly currentProjectId: number | null;
  readonly createdAt: Date;
}

export function toUser(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    uuid: row.uuid,
    distinctId: row.distinct_id,
    organizationId: row.organization_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    isEmailVerified: row.is_email_verified,
    hedgehogConfig: row.hedgehog_config,
    roleAtOrganization: row.role_at_organization,
    isActive: row.is_active,
    organizationLevel: row.organization_level,
    currentProjectId: row.current_project_id,
    createdAt: row.created_at,
  };
}
