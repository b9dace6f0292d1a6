import type { Step } from '../test-support/case';
import { captured, counts } from '../test-support/case';

function identified(type: string, key: string, set: object, day: number): Step {
  return captured(
    '$groupidentify',
    { $group_type: type, $group_key: key, $group_set: set },
    { timestamp: `2026-01-0${day}T00:00:00Z` },
  );
}

/** Two companies, a team, and a person who belongs to one company and to the team. */
export const WORLD: readonly Step[] = [
  identified('company', 'acme', { name: 'Acme Inc', size: 3 }, 1),
  identified('company', 'zeta', { name: 'Zeta', size: 3 }, 2),
  identified('team', 'core', { name: 'Core' }, 3),
  captured(
    'work',
    { $groups: { company: 'acme', team: 'core' }, $set: { email: 'ann@x.io' } },
    { distinct_id: 'ann' },
  ),
  counts('$groupidentify', 3),
  counts('work', 1),
];

/** The parameters that select one group. */
export const ACME = 'group_type_index=0&group_key=acme';
