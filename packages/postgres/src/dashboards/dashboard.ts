import type { DashboardTable, DashboardTileTable } from '../schema';
import { fieldTable, json, named, own } from '../field-table';
import type { Settable } from '../field-table';

type Document = Readonly<Record<string, unknown>>;

/** A dashboard: insights and texts that are shown together. */
export interface Dashboard {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  readonly pinned: boolean;
  /** Lower case, without duplicates. */
  readonly tags: readonly string[];
  /** Filters that override those of its insights' queries. */
  readonly filters: Document;
  /** Values of the variables in its insights' queries, by the id of the variable. */
  readonly variables: Document;
  readonly breakdownColors: readonly unknown[];
  readonly dataColorThemeId: number | null;
  /** `default`, `template` or `duplicate`. */
  readonly creationMode: string;
  readonly deleted: boolean;
  /** Null after the user was deleted. */
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly lastAccessedAt: Date | null;
}

/** A tile with an insight, which is at most once on a dashboard, or with a text. */
export interface DashboardTile {
  readonly id: number;
  readonly dashboardId: number;
  /** Null if the tile contains a text. */
  readonly insightId: number | null;
  /** Null if the tile contains an insight. */
  readonly text: string | null;
  /** Position and size for each width of the screen: `sm`, `xs`. */
  readonly layouts: Document;
  readonly color: string | null;
  readonly filtersOverrides: Document | null;
  readonly showDescription: boolean | null;
  readonly transparentBackground: boolean | null;
  readonly deleted: boolean;
}

/** The stored fields of a tile. */
export const TILE_FIELDS = fieldTable<DashboardTile, DashboardTileTable>()({
  id: own('id'),
  dashboardId: own('dashboard_id'),
  insightId: own('insight_id'),
  text: named('text_body', 'text'),
  layouts: json('layouts'),
  color: 'color',
  filtersOverrides: json('filters_overrides'),
  showDescription: 'show_description',
  transparentBackground: 'transparent_background',
  deleted: 'deleted',
});

export const { fromRow: toTile } = TILE_FIELDS;

/** The fields that clients may set. */
export type DashboardTileFields = Settable<typeof TILE_FIELDS>;

/** The stored fields of a dashboard. */
export const DASHBOARD_FIELDS = fieldTable<Dashboard, DashboardTable>()({
  id: own('id'),
  projectId: own('project_id'),
  name: 'name',
  description: 'description',
  pinned: 'pinned',
  tags: 'tags',
  filters: json('filters'),
  variables: json('variables'),
  breakdownColors: json('breakdown_colors'),
  dataColorThemeId: 'data_color_theme_id',
  creationMode: 'creation_mode',
  deleted: 'deleted',
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
  lastAccessedAt: own('last_accessed_at'),
});

export const { fromRow: toDashboard } = DASHBOARD_FIELDS;

/** The fields that clients may set. */
export type DashboardFields = Settable<typeof DASHBOARD_FIELDS>;
