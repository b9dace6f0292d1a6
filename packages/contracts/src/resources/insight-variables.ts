import { z } from 'zod';
import { storedJson, trimmedText } from '../shared/wire-fields';

/** The types of a variable's value. */
export const insightVariableTypes = ['String', 'Number', 'Boolean', 'List', 'Date'] as const;

export type InsightVariableType = (typeof insightVariableTypes)[number];

/** Writable fields of a PATCH; absent ones keep their value. The code name cannot be changed. */
export const insightVariableUpdateSchema = z.object({
  name: trimmedText(400).optional(),
  type: z.enum(insightVariableTypes).optional(),
  default_value: storedJson(z.unknown()).optional(),
  /** The options of a variable of type List. */
  values: storedJson(z.unknown()).optional(),
});

export type InsightVariableUpdate = z.output<typeof insightVariableUpdateSchema>;

export const insightVariableCreateSchema = insightVariableUpdateSchema.extend({
  name: trimmedText(400),
  type: z.enum(insightVariableTypes),
});

/** A variable in responses of the API. */
export const insightVariableSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(insightVariableTypes),
  default_value: z.unknown(),
  created_by: z.int().nullable(),
  created_at: z.string(),
  /** The name of the variable in statements: `{variables.code_name}`. */
  code_name: z.string(),
  values: z.unknown(),
});

export type InsightVariableBody = z.input<typeof insightVariableSchema>;

/** The code name for statements, made from the display name; empty if the name has no usable characters. */
export function variableCodeName(name: string): string {
  const kept = name.replace(/[^\p{L}\p{N} _]/gu, '');
  return kept.trim().replaceAll(' ', '_').toLowerCase();
}
