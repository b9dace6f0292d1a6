import * as contracts from '@tidemark/contracts';
import { z } from 'zod';

/** Kinds of schemas that get a name in the description; texts and numbers are shown inline. */
const NAMED_KINDS: ReadonlySet<string> = new Set(['object', 'union', 'lazy']);

/** Every wire shape under the name it is exported by: `actionSchema` is `Action`. */
export function schemaNames(): ReadonlyMap<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [exported, value] of Object.entries<unknown>(contracts)) {
    const [, name = ''] = /^(\w+)Schema$/.exec(exported) ?? [];
    if (name === '' || !(value instanceof z.ZodType)) continue;
    if (NAMED_KINDS.has(value.def.type))
      names.set(value, name.charAt(0).toUpperCase() + name.slice(1));
  }
  return names;
}
