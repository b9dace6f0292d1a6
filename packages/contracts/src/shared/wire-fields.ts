import { z } from 'zod';

/**
 * Adds the JSON schema of a field to the API description, because the transformations here cannot be described
 * automatically.
 */
function shownAs<S extends z.ZodType>(schema: S, wire: Readonly<Record<string, unknown>>): S {
  return schema.meta({ wire });
}

/** Rejects texts that Postgres cannot store. */
function rejectUnstorable(text: string, context: z.core.$RefinementCtx): void {
  if (text.includes('\0')) {
    context.addIssue({
      code: 'custom',
      message: 'Null characters are not allowed.',
      params: { code: 'null_characters_not_allowed' },
    });
  } else if (/\p{Surrogate}/u.test(text)) {
    context.addIssue({ code: 'custom', message: 'Not a valid string.' });
  }
}

function numberToText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** A text as Django REST framework reads one: numbers become texts, booleans are rejected. */
function text(schema: z.ZodString) {
  return z.preprocess(numberToText, schema.superRefine(rejectUnstorable));
}

/** A text that is trimmed and must not be empty. */
export function trimmedText(max?: number) {
  const schema = z.string().trim().min(1);
  return text(max === undefined ? schema : schema.max(max));
}

/** A text that is not trimmed and must not be empty. */
export function rawText(max?: number) {
  const schema = z.string().min(1);
  return text(max === undefined ? schema : schema.max(max));
}

/** A text that is trimmed and may be empty. */
export function optionalText(max?: number) {
  const schema = z.string().trim();
  return text(max === undefined ? schema : schema.max(max));
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 'True', 'TRUE', 'on', 'yes']);
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'False', 'FALSE', 'off', 'no']);

/** A boolean, also as text in the spellings of forms. */
export function formBoolean() {
  return z.preprocess(
    (value) => (TRUE.has(value) ? true : FALSE.has(value) ? false : value),
    z.boolean(),
  );
}

/**
 * A timestamp: ISO 8601 with `T` or a blank between date and time; UTC if it has no offset, midnight if it has no time.
 * Only the years 1 to 9999 are accepted, because the range of the store is smaller than JavaScript's.
 */
export function timestamp() {
  const schema = z.unknown().transform((value, context): Date => {
    const match =
      typeof value === 'string'
        ? /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,12})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(
            value,
          )
        : null;
    const [, day = '', time = '00:00', offset = 'Z'] = match ?? [];
    const date = match && isDay(day) ? new Date(`${day}T${time}${offset}`) : null;
    if (date !== null && isStorable(date)) return date;
    context.addIssue({ code: 'custom', ...timestampProblem(value) });
    return z.NEVER;
  });
  return shownAs(schema, { type: 'string', format: 'date-time' });
}

function timestampProblem(value: unknown) {
  switch (value) {
    case undefined:
      return { message: 'This field is required.', params: { code: 'required' } };
    case null:
      return { message: 'This field may not be null.', params: { code: 'null' } };
    default:
      return {
        message:
          'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
      };
  }
}

/** An offset can move a time of the year 1 or 9999 out of the range. */
function isStorable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** Whether the date exists; JavaScript reads 30 February as 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Any JSON value inside a stored document. The depth of the body is limited before this recursive check. */
export function storedJson<S extends z.ZodType>(schema: S): S {
  return schema.superRefine((value, context) => {
    walkTexts(value, (found) => rejectUnstorable(found, context));
  });
}

function walkTexts(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') {
    visit(value);
  } else if (Array.isArray(value)) {
    for (const item of value) walkTexts(item, visit);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      visit(key);
      walkTexts(item, visit);
    }
  }
}

/** Any JSON object; it is stored as sent. */
export function storedObject() {
  return storedJson(z.record(z.string(), z.unknown()));
}

/** The id of another object in a body: a 32-bit number, or its digits as text. */
export function referencedId() {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(1).max(2_147_483_647),
  );
}

/** A path parameter that is a 32-bit id; for other values there is no such object. */
export function idParameter() {
  const schema = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .refine((id) => id <= 2_147_483_647);
  return shownAs(schema, { type: 'integer', minimum: 0, maximum: 2_147_483_647 });
}
