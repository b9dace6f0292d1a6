import { z } from 'zod';
import { optionalText, referencedId } from '../shared/wire-fields';

/** `POST hooks/`: a subscription of a client of REST hooks, such as Zapier (`docs/wire/destinations.md#rest-hooks`). */
export const restHookWriteSchema = z.object({
  target: optionalText(2_000),
  event: z.string(),
  /** The id of an action. */
  resource_id: referencedId(),
});

export const restHookSchema = z.object({
  id: z.string(),
  created: z.string(),
  updated: z.string(),
  event: z.literal('action_performed'),
  target: z.string(),
  resource_id: z.int(),
  team: z.int(),
});

export type RestHookBody = z.input<typeof restHookSchema>;
