import type { InsightVariableType } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, NullableJson, Timestamp } from './columns';

export interface ActionTable {
  id: Generated<number>;
  project_id: number;
  name: string | null;
  description: Generated<string>;
  tags: Generated<string[]>;
  post_to_slack: Generated<boolean>;
  slack_message_format: Generated<string>;
  steps: Json<unknown[]>;
  created_at: CreatedAt;
  created_by_id: number | null;
  deleted: Generated<boolean>;
  last_calculated_at: CreatedAt;
  pinned_at: Timestamp | null;
  updated_at: CreatedAt;
}

export interface InsightTable {
  id: Generated<number>;
  project_id: number;
  short_id: string;
  name: string | null;
  derived_name: string | null;
  description: string | null;
  query: NullableJson;
  tags: Generated<string[]>;
  order: number | null;
  favorited: Generated<boolean>;
  saved: Generated<boolean>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  last_modified_by_id: number | null;
  last_modified_at: CreatedAt;
}

interface InsightViewTable {
  insight_id: number;
  user_id: number;
  last_viewed_at: CreatedAt;
}

export interface InsightVariableTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  code_name: string;
  type: InsightVariableType;
  default_value: ColumnType<unknown, string | null | undefined, string | null>;
  values: ColumnType<unknown, string | null | undefined, string | null>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

export interface DashboardTable {
  id: Generated<number>;
  project_id: number;
  name: string | null;
  description: Generated<string>;
  pinned: Generated<boolean>;
  tags: Generated<string[]>;
  filters: Json<Record<string, unknown>>;
  variables: Json<Record<string, unknown>>;
  breakdown_colors: Json<readonly unknown[]>;
  data_color_theme_id: number | null;
  creation_mode: Generated<string>;
  deleted: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  last_accessed_at: Timestamp | null;
}

export interface DashboardTileTable {
  id: Generated<number>;
  dashboard_id: number;
  /** Null if the tile contains a text. */
  insight_id: number | null;
  text_body: string | null;
  layouts: Json<Record<string, unknown>>;
  color: string | null;
  filters_overrides: NullableJson;
  show_description: boolean | null;
  transparent_background: boolean | null;
  deleted: Generated<boolean>;
}

/** The tables of actions, insights, dashboards and annotations. */
export interface InsightsTables {
  actions: ActionTable;
  insights: InsightTable;
  insight_views: InsightViewTable;
  insight_variables: InsightVariableTable;
  dashboards: DashboardTable;
  dashboard_tiles: DashboardTileTable;
}
