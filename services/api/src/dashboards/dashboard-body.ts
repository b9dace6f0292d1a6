import type { DashboardBasicBody, DashboardBody, DashboardTileBody } from '@tidemark/contracts';
import type { Dashboard, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

type People = ReadonlyMap<number, User>;

/** All members of the project may see and change everything: there are no other levels. */
const EVERYONE_CAN_EDIT = 21;
const CAN_EDIT = 37;

export function dashboardBasicBody(dashboard: Dashboard, people: People): DashboardBasicBody {
  const creator = people.get(dashboard.createdById ?? 0);
  return {
    id: dashboard.id,
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    created_at: wireTime(dashboard.createdAt),
    created_by: creator === undefined ? null : userBasicBody(creator),
    last_accessed_at: wireTimeOrNull(dashboard.lastAccessedAt),
    last_viewed_at: null,
    is_shared: false,
    deleted: dashboard.deleted,
    creation_mode: dashboard.creationMode,
    tags: [...dashboard.tags],
    restriction_level: EVERYONE_CAN_EDIT,
    effective_restriction_level: EVERYONE_CAN_EDIT,
    effective_privilege_level: CAN_EDIT,
    user_access_level: 'manager',
    access_control_version: 'v2',
    last_refresh: null,
    team_id: dashboard.projectId,
  };
}

/** @param overrides the filters it is shown with, where a client asks for others */
export function dashboardBody(
  dashboard: Dashboard,
  people: People,
  tiles: DashboardTileBody[],
  overrides: { readonly filters: object; readonly variables: object },
): DashboardBody {
  return {
    ...dashboardBasicBody(dashboard, people),
    filters: { ...overrides.filters },
    variables: { ...overrides.variables },
    persisted_filters: orNull(dashboard.filters),
    persisted_variables: orNull(dashboard.variables),
    breakdown_colors: [...dashboard.breakdownColors],
    data_color_theme_id: dashboard.dataColorThemeId,
    quick_filter_ids: [],
    tiles,
  };
}

function orNull(document: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  return Object.keys(document).length === 0 ? null : { ...document };
}
