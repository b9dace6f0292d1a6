import { z } from 'zod';
import { rawText, storedObject, trimmedText } from './wire-fields';

export const stringMatchings = ['contains', 'regex', 'exact'] as const;

const matching = z.enum(stringMatchings).nullish();

/** A step as clients send it (`docs/wire/actions.md#step-fields`). Unknown keys are dropped. */
export const actionStepInputSchema = z.object({
  event: rawText().nullish(),
  properties: z.array(storedObject()).nullish(),
  selector: trimmedText().nullish(),
  tag_name: rawText().nullish(),
  text: rawText().nullish(),
  text_matching: matching,
  href: rawText().nullish(),
  href_matching: matching,
  url: trimmedText().nullish(),
  url_matching: matching,
});

export type ActionStepInput = z.infer<typeof actionStepInputSchema>;
