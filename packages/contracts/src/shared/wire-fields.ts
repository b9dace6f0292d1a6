import { z } from 'zod';

/** Says in the API's description what only a transformation of ours knows. */
function shownAs<S extends z.ZodType>(schema: S, wire: Readonly<Record<string, unknown>>): S {
  return schema.meta({ wire });
}

/** Fields of resources that are kept in Postgres: what the store cannot hold is rejected by name. */
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

/** A text as DRF reads one: numbers become texts, booleans are rejected. */
function text(schema: z.ZodString) {
  return z.preprocess(numberToText, schema.superRefine(rejectUnstorable));
}

/** Trimmed and not blank. */
export function trimmedText(max?: number) {
  const schema = z.string().trim().min(1);
  return text(max === undefined ? schema : schema.max(max));
}

/** Kept as it is, blanks around it too, but not empty. */
export function rawText(max?: number) {
  const schema = z.string().min(1);
  return text(max === undefined ? schema : schema.max(max));
}

/** May be empty; trimmed. */
export function optionalText(max?: number) {
  const schema = z.string().trim();
  return text(max === undefined ? schema : schema.max(max));
}

const TRUE = new Set<unknown>([true, 1, '1', 'true', 'True', 'TRUE', 'on', 'yes']);
const FALSE = new Set<unknown>([false, 0, '0', 'false', 'False', 'FALSE', 'off', 'no']);

/** A boolean, also in the spellings of forms. */
export function formBoolean() {
  return z.preprocess(
    (value) => (TRUE.has(value) ? true : FALSE.has(value) ? false : value),
    z.boolean(),
  );
}

/**
 * A timestamp: ISO 8601 with `T` or a blank between date and time; without an offset it is UTC.
 * The store's range ends long before JavaScript's, so only four-digit years from 1 on pass.
 */
export function timestamp() {
  const schema = z.unknown().transform((value, context): Date => {
    const match =
      typeof value === 'string'
        ? /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?$/i.exec(
            value,
          )
        : null;
    const [, day = '', time = '', offset = 'Z'] = match ?? [];
    const date = match && isDay(day) ? new Date(`${day}T${time}${offset}`) : null;
    if (date !== null && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1) return date;
    context.addIssue(
      value === null
        ? { code: 'custom', message: 'This field may not be null.', params: { code: 'null' } }
        : {
            code: 'custom',
            message:
              'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
          },
    );
    return z.NEVER;
  });
  return shownAs(schema, { type: 'string', format: 'date-time' });
}

/** Whether a day of this form is in the calendar: JavaScript takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Free-form JSON inside a stored document. The body's depth is bounded before this walks it. */
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

/** A free-form JSON object that is stored as it came. */
export function storedObject() {
  return storedJson(z.record(z.string(), z.unknown()));
}

/** The id of another row in a body: 32 bits, also in digits. */
export function referencedId() {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(1).max(2_147_483_647),
  );
}

/** A path parameter that is a 32-bit id; anything else cannot exist. */
export function idParameter() {
  const schema = z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .refine((id) => id <= 2_147_483_647);
  return shownAs(schema, { type: 'integer', minimum: 0, maximum: 2_147_483_647 });
}
