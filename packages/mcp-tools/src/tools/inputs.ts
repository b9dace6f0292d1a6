import { z } from 'zod';

/** Inputs that several tools share. */
export const limit = (most: number, otherwise: number) =>
  z.int().min(1).max(most).default(otherwise).describe(`Rows; at most ${most}.`);
export const offset = z
  .int()
  .min(0)
  .max(1_000_000_000)
  .default(0)
  .describe('Rows before the first one.');
/** The name of an event or a property. No stored name is blank or has a null character. */
export const name = z
  .string()
  .max(400)
  .refine((text) => text.trim() !== '' && !text.includes('\0'), 'Expected a name');
export const search = z.string().max(200).optional().describe('A part of the name.');

export const dateRange = {
  date_from: z
    .string()
    .max(40)
    .default('-7d')
    .describe('Such as -7d, -4w, -3m, mStart or 2026-01-31.'),
  date_to: z.string().max(40).optional().describe('As date_from; now unless given.'),
};

export const filters = z
  .array(
    z.strictObject({
      property: z.string().min(1).max(400),
      type: z.enum(['event', 'person', 'session']).default('event'),
      operator: z
        .enum([
          ...(['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex'] as const),
          ...(['gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set'] as const),
          ...(['is_date_before', 'is_date_after'] as const),
        ])
        .default('exact'),
      value: z
        // Two lists: some clients cannot read the schema of a value with several types.
        .union([
          ...([z.string(), z.number(), z.boolean()] as const),
          ...([z.array(z.string()), z.array(z.number())] as const),
        ])
        .optional()
        .describe('Several values mean any of them.'),
    }),
  )
  .max(20)
  .default([])
  .describe('Only events for which all of these hold.');

export const breakdown = z
  .strictObject({
    property: z.string().min(1).max(400),
    type: z.enum(['event', 'person', 'session']).default('event'),
    limit: z.int().min(1).max(50).default(10),
  })
  .optional()
  .describe('One series for each value of a property.');

/** Property filters as queries take them. */
export function propertyFilters(given: z.output<typeof filters>): Record<string, unknown>[] {
  return given.map(({ property, type, operator, value }) => ({
    key: property,
    type,
    operator,
    value: value ?? (operator.startsWith('is_') ? operator : null),
  }));
}

/** A breakdown as queries take it. */
export function breakdownFilter(given: z.output<typeof breakdown>): object {
  if (given === undefined) return {};
  const { property, type, limit: most } = given;
  const filter = { breakdown: property, breakdown_type: type, breakdown_limit: most };
  return { breakdownFilter: filter };
}

export function rangeOf(given: { date_from: string; date_to?: string | undefined }) {
  const { date_from, date_to } = given;
  return { dateRange: { date_from, ...(date_to !== undefined && { date_to }) } };
}
