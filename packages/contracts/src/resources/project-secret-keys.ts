import { z } from 'zod';
import { scopeSchema } from '../shared/scopes';
import { userBasicSchema } from './users';
import { trimmedText } from '../shared/wire-fields';

/**
 * What such a key may be for. PostHog opens its routes to them one by one, and its scopes with them; of
 * its list this is what has a route here.
 */
export const projectSecretKeyScopes = ['feature_flag:read', 'query:read'] as const;

const allowed = new Set<string>(projectSecretKeyScopes);

/** A secret key of a project as the API shows it. */
export const projectSecretKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  /** Only in the responses that make a value: create and roll. */
  value: z.string().nullable(),
  mask_value: z.string(),
  created_at: z.string(),
  created_by: userBasicSchema.nullable(),
  last_used_at: z.string().nullable(),
  last_rolled_at: z.string().nullable(),
  scopes: z.array(z.string()),
});

export type ProjectSecretKeyBody = z.infer<typeof projectSecretKeySchema>;

const scopesSchema = z
  .array(z.string())
  .min(1)
  .max(100)
  .superRefine((scopes, context) => {
    const rejected = scopes.find((scope) => !allowed.has(scope));
    if (rejected !== undefined) {
      context.addIssue({ code: 'custom', message: whyRejected(rejected) });
    }
  });

export const projectSecretKeyCreateSchema = z.object({
  label: trimmedText(40),
  scopes: scopesSchema,
});

/** PATCH: what is given changes. */
export const projectSecretKeyUpdateSchema = projectSecretKeyCreateSchema.partial();

function whyRejected(scope: string): string {
  if (scope === '*') {
    return "Wildcard scope '*' is not allowed for project API keys. Please specify explicit scopes.";
  }
  if (!scopeSchema.safeParse(scope).success) return `Invalid scope: ${scope.slice(0, 100)}`;
  return `Scope '${scope}' can not be assigned to a project secret API key. Allowed scopes: ${projectSecretKeyScopes.join(', ')}`;
}
