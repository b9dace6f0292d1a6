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
import { validationError } from '@tidemark/platform';
import type { z } from 'zod';
import { normaliseTags } from '../tags';

/** The fields that a body contains; omitted fields are omitted here too. @throws ApiError 400 */
function toDescription(body: DescriptionWrite, noun: string): Partial<Description> {
  const { description, tags, verified, hidden } = body;
  if (verified === true && hidden === true) {
    throw validationError('invalid_input', `${noun} cannot be both hidden and verified`);
  }
  return {
    ...(description !== undefined && { description: description ?? '' }),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
    ...(verified !== undefined && { verified }),
    ...(hidden !== undefined && { hidden: hidden ?? false }),
  };
}

/** As above for events, which also have an owner and a primary property. */
export function toEventChanges(
  body: z.output<typeof eventDefinitionUpdateSchema>,
): EventDefinitionChanges {
  const { owner, primary_property: primaryProperty } = body;
  return {
    ...toDescription(body, 'An event'),
    ...(owner !== undefined && { ownerId: owner }),
    ...(primaryProperty !== undefined && { primaryProperty }),
  };
}

/** An empty type removes the type, as in forms. */
export function toPropertyChanges(
  body: z.output<typeof propertyDefinitionUpdateSchema>,
): PropertyDefinitionChanges {
  const { property_type: type } = body;
  return {
    ...toDescription(body, 'A property'),
    ...(type !== undefined && { propertyType: type === '' ? null : type }),
  };
}
