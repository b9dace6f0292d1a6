import { defined } from '../defined';
import type { DashboardFields, DashboardTileFields } from './dashboard';

/** The columns of the fields that are given. */
export function dashboardColumns(fields: Partial<DashboardFields>) {
  return defined({
    name: fields.name,
    description: fields.description,
    pinned: fields.pinned,
    tags: fields.tags && [...fields.tags],
    filters: fields.filters && JSON.stringify(fields.filters),
    variables: fields.variables && JSON.stringify(fields.variables),
    breakdown_colors: fields.breakdownColors && JSON.stringify(fields.breakdownColors),
    data_color_theme_id: fields.dataColorThemeId,
    creation_mode: fields.creationMode,
    deleted: fields.deleted,
  });
}

/** The columns of the fields that are given. */
export function tileColumns(fields: Partial<DashboardTileFields>) {
  const { filtersOverrides: overrides } = fields;
  return defined({
    layouts: fields.layouts && JSON.stringify(fields.layouts),
    text_body: fields.text,
    color: fields.color,
    filters_overrides: overrides ? JSON.stringify(overrides) : overrides,
    show_description: fields.showDescription,
    transparent_background: fields.transparentBackground,
    deleted: fields.deleted,
  });
}
