import { z } from 'zod';
import { userBasicSchema } from './users';
import { formBoolean, optionalText, referencedId, trimmedText } from '../shared/wire-fields';

/**
 * The possible types of a property definition (`docs/wire/hogql.md#property-definitions`). Ingestion never infers
 * `Duration`.
 */
export const propertyTypes = ['DateTime', 'String', 'Numeric', 'Boolean', 'Duration'] as const;

export type PropertyType = (typeof propertyTypes)[number];

const description = z.object({
  description: optionalText().nullish(),
  tags: z.array(optionalText(255)).optional(),
  verified: formBoolean().optional(),
  hidden: formBoolean().nullish(),
});

export type DescriptionWrite = z.output<typeof description>;

/** PostHog also has `reject`, for events that do not match their schema. */
const enforcementModes = ['allow'] as const;

/** Writable fields of an event definition; absent ones keep their value. */
export const eventDefinitionUpdateSchema = description.extend({
  /** Id of a user of the organization. */
  owner: referencedId().nullish(),
  /** The property whose value clients show beside the name of the event. */
  primary_property: trimmedText(400).nullish(),
  /** Events are accepted whatever their properties. */
  enforcement_mode: z.enum(enforcementModes).optional(),
});

export const eventDefinitionCreateSchema = eventDefinitionUpdateSchema.extend({
  name: trimmedText(400),
});

/** Writable fields of a property definition; null removes the type. */
export const propertyDefinitionUpdateSchema = description.extend({
  property_type: z.enum(['', ...propertyTypes]).nullish(),
});

const definition = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  verified: z.boolean(),
  verified_at: z.string().nullable(),
  verified_by: userBasicSchema.nullable(),
  hidden: z.boolean(),
  updated_at: z.string(),
  updated_by: userBasicSchema.nullable(),
};

/** The definition of an event that the project has received (`docs/wire/management.md#event-definitions`). */
export const eventDefinitionSchema = z.object({
  ...definition,
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  last_updated_at: z.string(),
  owner: userBasicSchema.nullable(),
  /** Null if ingestion created it. */
  created_by: userBasicSchema.nullable(),
  primary_property: z.string().nullable(),
  enforcement_mode: z.enum(enforcementModes),
  is_action: z.boolean(),
  action_id: z.null(),
  is_calculating: z.boolean(),
  last_calculated_at: z.null(),
  post_to_slack: z.boolean(),
});

export type EventDefinitionBody = z.infer<typeof eventDefinitionSchema>;

/** The primary properties of events, by the names of the events. */
export const primaryPropertiesSchema = z.object({
  primary_properties: z.record(z.string(), z.string()),
});

/** The events of a project as code of one language. */
export const eventCodeSchema = z.object({
  content: z.string(),
  event_count: z.int(),
  /** Changes with the events, their properties and the generator. */
  schema_hash: z.string(),
  generator_version: z.string(),
});

/** The definition of a property that the project has received (`docs/wire/management.md#property-definitions`). */
export const propertyDefinitionSchema = z.object({
  ...definition,
  /** Null for properties of sessions, which cannot be changed. */
  updated_at: z.string().nullable(),
  property_type: z.enum(propertyTypes).nullable(),
  is_numerical: z.boolean(),
  /** Null unless the list is filtered by events. */
  is_seen_on_filtered_events: z.boolean().nullable(),
  /** Only for computed properties. */
  virtual: z.literal(true).optional(),
});

export type PropertyDefinitionBody = z.infer<typeof propertyDefinitionSchema>;

/** A page with all properties of sessions. The id of a property is its name. */
export const sessionPropertyListSchema = z.object({
  count: z.int(),
  results: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      is_numerical: z.boolean(),
      property_type: z.enum(propertyTypes),
      is_seen_on_filtered_events: z.null(),
      tags: z.array(z.string()),
    }),
  ),
});

/** Values of a property of sessions. */
export const sessionValuesSchema = z.object({
  results: z.array(z.object({ name: z.string() })),
  refreshing: z.literal(false),
});

/** A path parameter that is a uuid; for other values there is no such object. */
export function uuidParameter() {
  return z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
}
