import type { Selectable } from 'kysely';
import type { DashboardTable, DashboardTileTable } from '../schema';

type Document = Readonly<Record<string, unknown>>;

/** Insights that are looked at together. */
export interface Dashboard {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  readonly pinned: boolean;
  /** Lower case, without duplicates. */
  readonly tags: readonly string[];
  /** Overrides that the queries of its insights are run with. */
  readonly filters: Document;
  /** Values that the variables of its insights take, by the variable's id. */
  readonly variables: Document;
  readonly breakdownColors: readonly unknown[];
  readonly dataColorThemeId: number | null;
  /** `default`, `template` or `duplicate`. */
  readonly creationMode: string;
  readonly deleted: boolean;
  /** Null once that user is gone. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly lastAccessedAt: Date | null;
}

/** The fields that a client may set. */
export type DashboardFields = Pick<
  Dashboard,
  | 'name'
  | 'description'
  | 'pinned'
  | 'tags'
  | 'filters'
  | 'variables'
  | 'breakdownColors'
  | 'dataColorThemeId'
  | 'creationMode'
  | 'deleted'
>;

/** An insight on a dashboard, where it is at most once, or a text. */
export interface DashboardTile {
  readonly id: number;
  readonly dashboardId: number;
  /** Null: a text. */
  readonly insightId: number | null;
  /** Null: an insight. */
  readonly text: string | null;
  /** Place and size by the width of the screen: `sm`, `xs`. */
  readonly layouts: Document;
  readonly color: string | null;
  readonly filtersOverrides: Document | null;
  readonly showDescription: boolean | null;
  readonly transparentBackground: boolean | null;
  readonly deleted: boolean;
}

export type DashboardTileFields = Pick<
  DashboardTile,
  | 'layouts'
  | 'text'
  | 'color'
  | 'filtersOverrides'
  | 'showDescription'
  | 'transparentBackground'
  | 'deleted'
>;

export function toDashboard(row: Selectable<DashboardTable>): Dashboard {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    pinned: row.pinned,
    tags: row.tags,
    filters: row.filters,
    variables: row.variables,
    breakdownColors: row.breakdown_colors,
    dataColorThemeId: row.data_color_theme_id,
    creationMode: row.creation_mode,
    deleted: row.deleted,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    lastAccessedAt: row.last_accessed_at,
  };
}

export function toTile(row: Selectable<DashboardTileTable>): DashboardTile {
  return {
    id: row.id,
    dashboardId: row.dashboard_id,
    insightId: row.insight_id,
    text: row.text_body,
    layouts: row.layouts,
    color: row.color,
    filtersOverrides: row.filters_overrides,
    showDescription: row.show_description,
    transparentBackground: row.transparent_background,
    deleted: row.deleted,
  };
}
