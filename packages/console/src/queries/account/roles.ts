/** The roles with their levels in the wire format. */
const ROLES = [
  { level: 1, label: 'Member', can: 'can see everything, and change insights, flags and cohorts' },
  {
    level: 8,
    label: 'Administrator',
    can: 'can also change projects, members and the installation',
  },
  { level: 15, label: 'Owner', can: 'can do everything' },
] as const;

export type RoleLevel = (typeof ROLES)[number]['level'];

/** The name of a role; an unknown level is shown as a number. */
export function roleWords(level: number): string {
  return ROLES.find((role) => role.level === level)?.label ?? `Level ${level}`;
}

/** The roles that a member may assign: their own and lower ones. */
export function rolesUpTo(
  own: number,
): readonly { readonly value: string; readonly label: string; readonly level: RoleLevel }[] {
  return ROLES.filter(({ level }) => level <= own).map(({ level, label }) => ({
    value: String(level),
    label,
    level,
  }));
}

/** A description of what a role permits, for the invitation form. */
export function roleHint(level: number): string {
  const role = ROLES.find((known) => known.level === level);
  return role === undefined ? '' : `${role.label}: ${role.can}.`;
}

/** The level for a value of the select box; 1 for an unknown value. */
export function levelOf(value: string): RoleLevel {
  return ROLES.find(({ level }) => String(level) === value)?.level ?? 1;
}
