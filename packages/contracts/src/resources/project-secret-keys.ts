import { z } from 'zod';
import { scopeSchema } from '../shared/scopes';
import { userBasicSchema } from './users';
import { trimmedText } from '../shared/wire-fields';

/** The possible scopes of a project secret key: those of PostHog for which Tidemark has routes. */
export const projectSecretKeyScopes = ['feature_flag:read', 'query:read'] as const;

const allowed = new Set<string>(projectSecretKeyScopes);

/** A project secret key in responses of the API. */
export const projectSecretKeySchema = z.object({
  id: z.string(),
  label: z.string(),
  /** The key itself; only in responses that create one (create and roll). */
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

/** PATCH: absent fields keep their value. */
export const projectSecretKeyUpdateSchema = projectSecretKeyCreateSchema.partial();

function whyRejected(scope: string): string {
  if (scope === '*') {
    return "Wildcard scope '*' is not allowed for project API keys. Please specify explicit scopes.";
  }
  if (!scopeSchema.safeParse(scope).success) return `Invalid scope: ${scope.slice(0, 100)}`;
  return `Scope '${scope}' can not be assigned to a project secret API key. Allowed scopes: ${projectSecretKeyScopes.join(', ')}`;
}
