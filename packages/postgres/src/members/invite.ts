import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { OrganizationInviteTable } from '../schema';

/** An invitation to become a member, by a single-use link. */
export interface Invite {
  readonly id: string;
  readonly organizationId: string;
  readonly targetEmail: string;
  readonly firstName: string;
  /** The role of the new member: 1 = member, 8 = administrator, 15 = owner. */
  readonly level: number;
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** How invitations are logged, without their tokens. */
export const INVITE_HISTORY: History<Invite> = {
  scope: 'OrganizationInvite',
  nameOf: ({ targetEmail }) => targetEmail,
  wireFields: ({ targetEmail, level }) => ({ target_email: targetEmail, level }),
};

export function toInvite(row: Selectable<OrganizationInviteTable>): Invite {
  return {
    id: row.id,
    organizationId: row.organization_id,
    targetEmail: row.target_email,
    firstName: row.first_name,
    level: row.level,
    createdById: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
