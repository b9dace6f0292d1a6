import { z } from 'zod';

/** The objects that scopes refer to (`docs/wire/api.md#scope-objects`). */
export const scopeObjects = [
  'access_control',
  'action',
  'activity_log',
  'alert',
  'annotation',
  'batch_export',
  'batch_import',
  'cohort',
  'dashboard',
  'dashboard_template',
  'early_access_feature',
  'error_tracking',
  'event_definition',
  'event_deletion',
  'experiment',
  'export',
  'feature_flag',
  'file_system',
  'file_system_shortcut',
  'group',
  'hog_function',
  'ingestion_rule',
  'ingestion_warning',
  'insight',
  'link',
  'logs',
  'notebook',
  'organization',
  'organization_member',
  'persisted_folder',
  'person',
  'plugin',
  'project',
  'property_definition',
  'query',
  'session_recording',
  'session_recording_playlist',
  'sharing_configuration',
  'subscription',
  'survey',
  'user',
  'warehouse_table',
  'warehouse_view',
  'webhook',
] as const;

export type ScopeObject = (typeof scopeObjects)[number];
export type Scope = `${ScopeObject}:${'read' | 'write'}`;

const ALL = '*';
const known = new Set<string>([
  ALL,
  ...scopeObjects.flatMap((object) => [`${object}:read`, `${object}:write`]),
]);

/** One scope of a key: `object:read`, `object:write` or `*`. */
export const scopeSchema = z.string().refine((scope) => known.has(scope));

/** Scopes of a key, each `object:read`, `object:write` or `*`; if several are unknown, the first is reported. */
export const scopesSchema = z
  .array(z.string())
  .min(1)
  .max(100)
  .superRefine((scopes, context) => {
    const unknown = scopes.find((scope) => !known.has(scope));
    if (unknown !== undefined) {
      context.addIssue({ code: 'custom', message: `Invalid scope: ${unknown.slice(0, 100)}` });
    }
  });

/**
 * Whether a key with the scopes `held` has access to what requires `required`: `*` includes all, write includes read.
 */
export function grants(held: readonly string[], required: Scope | typeof ALL): boolean {
  if (held.includes(ALL) || held.includes(required)) return true;
  return required.endsWith(':read') && held.includes(required.replace(/:read$/, ':write'));
}
