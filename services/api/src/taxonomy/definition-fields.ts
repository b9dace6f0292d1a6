import type {
  DescriptionWrite,
  eventDefinitionUpdateSchema,
  propertyDefinitionUpdateSchema,
} from '@tidemark/contracts';
import type {
  Description,
  EventDefinitionChanges,
  PropertyDefinitionChanges,
} from '@tidemark/postgres';
import type { z } from 'zod';
import { normaliseTags } from '../actions/action-fields';

/** The fields that a body contains; omitted fields are omitted here too. */
function toDescription(body: DescriptionWrite): Partial<Description> {
  const { description, tags, verified, hidden } = body;
  return {
    ...(description !== undefined && { description: description ?? '' }),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
    ...(verified !== undefined && { verified }),
    ...(hidden !== undefined && { hidden: hidden ?? false }),
  };
}

/** As above for events, which also have an owner. */
export function toEventChanges(
  body: z.output<typeof eventDefinitionUpdateSchema>,
): EventDefinitionChanges {
  const { owner } = body;
  return { ...toDescription(body), ...(owner !== undefined && { ownerId: owner }) };
}

/** An empty type removes the type, as in forms. */
export function toPropertyChanges(
  body: z.output<typeof propertyDefinitionUpdateSchema>,
): PropertyDefinitionChanges {
  const { property_type: type } = body;
  return {
    ...toDescription(body),
    ...(type !== undefined && { propertyType: type === '' ? null : type }),
  };
}
