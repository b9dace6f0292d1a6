import { HogQLError } from '@tidemark/hogql';
import type { z } from 'zod';

/** The inner query, checked by the schema of its kind. @throws HogQLError naming the field */
export function checkedSource<Body>(schema: z.ZodType<Body>, body: object): Body {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = ['source', ...(issue?.path.map(String) ?? [])].join('.');
  throw new HogQLError('hogql_query_error', `${where}: ${issue?.message ?? 'invalid'}`);
}
