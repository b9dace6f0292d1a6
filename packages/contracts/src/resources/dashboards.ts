import { z } from 'zod';
import { filtersOverrideSchema } from '../queries/query';
import { insightSchema, queryFailureSchema } from './saved-insights';
import { userBasicSchema } from './users';
import {
  formBoolean,
  optionalText,
  referencedId,
  storedJson,
  storedObject,
} from '../shared/wire-fields';

/** The filters of a dashboard, which override those of its queries. */
const filters = storedJson(filtersOverrideSchema);
/** By the id of a variable: its code name and the overriding value. */
const variables = storedObject();

const layouts = storedObject();

const textWriteSchema = z.object({ body: optionalText(4_000) });

/**
 * A tile in a request: an existing tile with changes, or a new text. Other keys, which responses contain, are
 * ignored.
 */
const tileWriteSchema = z.object({
  /** Absent: a new tile, which must have `text`. */
  id: referencedId().optional(),
  text: textWriteSchema.nullish(),
  layouts: layouts.optional(),
  color: optionalText(400).nullish(),
  filters_overrides: filters.nullish(),
  show_description: formBoolean().nullish(),
  transparent_background: formBoolean().nullish(),
  deleted: formBoolean().optional(),
});

/** A tile with a button is rejected, because buttons are not supported. */
const tile = z
  .unknown()
  .superRefine((value, context) => {
    if (typeof value !== 'object' || value === null) return;
    const button = 'button_tile' in value ? value.button_tile : null;
    const isNew = !('id' in value);
    const hasText = 'text' in value && value.text !== null;
    const message = button
      ? 'Only insights and texts can be on a dashboard: buttons are not supported.'
      : 'A new tile needs a text; insights are put on a dashboard by a change of the insight.';
    if (button || (isNew && !hasText)) context.addIssue({ code: 'custom', message });
  })
  .pipe(tileWriteSchema);

const quickFilters = z.array(z.unknown()).superRefine((ids, context) => {
  if (ids.length === 0) return;
  const named = ids.map((id) => String(id).slice(0, 40)).slice(0, 5);
  context.addIssue({ code: 'custom', message: `Quick filters not found: ${named.join(', ')}` });
});

/** Writable fields of a dashboard; absent ones keep their value. */
export const dashboardUpdateSchema = z.object({
  name: optionalText(400).nullish(),
  description: optionalText().optional(),
  pinned: formBoolean().optional(),
  tags: z.array(optionalText(255)).optional(),
  filters: filters.optional(),
  variables: variables.nullish(),
  breakdown_colors: storedJson(z.array(z.unknown())).nullish(),
  data_color_theme_id: z.int().min(0).max(2_147_483_647).nullish(),
  quick_filter_ids: quickFilters.nullish(),
  /**
   * Restrictions are not supported: all members of the project may edit a dashboard. Level 37 ("only those who were
   * named") is rejected.
   */
  restriction_level: z.literal(21).optional(),
  deleted: formBoolean().optional(),
  tiles: z.array(tile).max(1_000).optional(),
  /** With `deleted`: also deletes the insights that are on no other dashboard. */
  delete_insights: formBoolean().optional(),
});

export type DashboardUpdate = z.output<typeof dashboardUpdateSchema>;

/** POST: creates an empty dashboard, or one from a template or another dashboard. */
export const dashboardCreateSchema = dashboardUpdateSchema
  .omit({ tiles: true, deleted: true, delete_insights: true })
  .extend({
    use_template: optionalText().optional(),
    /** The dashboard whose insights are also added to the new one. */
    use_dashboard: referencedId().nullish(),
    duplicate_tiles: formBoolean().optional(),
  })
  .superRefine(({ use_template: template, use_dashboard: source, ...body }, context) => {
    if (template && source) {
      const message = '`use_dashboard` and `use_template` cannot be used together';
      context.addIssue({ code: 'custom', message });
    } else if (template) {
      const message = `Invalid template provided: ${template.slice(0, 100)}`;
      context.addIssue({ code: 'custom', path: ['use_template'], message });
    }
    if (body.duplicate_tiles === true) {
      const message = 'Insights are shared with the dashboard that is copied, not duplicated.';
      context.addIssue({ code: 'custom', path: ['duplicate_tiles'], message });
    }
  });

export type DashboardCreate = z.output<typeof dashboardCreateSchema>;

/** `POST {id}/reorder_tiles/`: the ids of the tiles from top to bottom, left to right. */
export const tileOrderSchema = z.object({ tile_order: z.array(referencedId()).min(1).max(1_000) });

/** `PATCH {id}/move_tile/` */
export const tileMoveSchema = z.object({
  tile: z.object({ id: referencedId() }),
  toDashboard: referencedId(),
});

/** `POST {id}/copy_tile/` */
export const tileCopySchema = z.object({ fromDashboardId: referencedId(), tileId: referencedId() });

const basic = {
  id: z.int(),
  name: z.string().nullable(),
  description: z.string(),
  pinned: z.boolean(),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
  last_accessed_at: z.string().nullable(),
  last_viewed_at: z.null(),
  is_shared: z.literal(false),
  deleted: z.boolean(),
  creation_mode: z.string(),
  tags: z.array(z.string()),
  restriction_level: z.int(),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
  user_access_level: z.string(),
  access_control_version: z.literal('v2'),
  last_refresh: z.null(),
  team_id: z.int(),
};

/** A dashboard in a list. */
export const dashboardBasicSchema = z.object(basic);

export type DashboardBasicBody = z.infer<typeof dashboardBasicSchema>;

const document = z.record(z.string(), z.unknown());

/** An insight whose `query` has the filters of its dashboard and of its tile. */
const tileInsightSchema = insightSchema.extend({
  /** The saved query, to which the filters were not applied. PostHog does not have this field. */
  persisted_query: document.nullable(),
});

/** A tile: an insight with its layout and its result under the dashboard's filters, or a text. */
export const dashboardTileSchema = z.object({
  id: z.int(),
  insight: tileInsightSchema.nullable(),
  text: z.object({ id: z.int(), body: z.string() }).nullable(),
  button_tile: z.null(),
  layouts: document,
  color: z.string().nullable(),
  filters_overrides: document.nullable(),
  show_description: z.boolean().nullable(),
  transparent_background: z.boolean().nullable(),
  order: z.int(),
  last_refresh: z.string().nullable(),
  is_cached: z.boolean(),
  /** The error if the query of the tile failed; other tiles still have their results. */
  error: queryFailureSchema.optional(),
});

export type DashboardTileBody = z.infer<typeof dashboardTileSchema>;

export const dashboardSchema = z.object({
  ...basic,
  filters: document,
  variables: document,
  persisted_filters: document.nullable(),
  persisted_variables: document.nullable(),
  breakdown_colors: z.array(z.unknown()),
  data_color_theme_id: z.int().nullable(),
  quick_filter_ids: z.array(z.string()),
  tiles: z.array(dashboardTileSchema),
});

export type DashboardBody = z.infer<typeof dashboardSchema>;
