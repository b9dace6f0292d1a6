import type { z } from 'zod';
import type { ApiError } from './api-error';
import { validationError } from './errors';

type Issue = z.core.$ZodIssue;

interface Finding {
  readonly code: string;
  readonly detail: string;
}

const NULL: Finding = { code: 'null', detail: 'This field may not be null.' };
const REQUIRED: Finding = { code: 'required', detail: 'This field is required.' };

/**
 * Converts the first problem of a schema to an error with the texts and codes of the wire format. A schema can set
 * its own code with a custom issue that has `params.code`. Schemas must be parsed with `reportInput: true`, because
 * otherwise missing, null and wrong values cannot be distinguished.
 */
export function toValidationError(error: z.ZodError): ApiError {
  const [issue] = error.issues;
  if (issue === undefined) return validationError('invalid_input', 'Invalid input.');
  const { code, detail } = describe(issue);
  return validationError(code, detail, attrOf(issue));
}

function attrOf(issue: Issue): string | null {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys] : issue.path;
  return path.length === 0 ? null : path.map(String).join('__');
}

function describe(issue: Issue): Finding {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue.expected, issue.input, issue.path.length === 0);
    case 'invalid_value':
      return notAChoice(issue.input);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'too_small':
      return tooSmall(issue, Number(issue.minimum), issue.inclusive !== false);
    case 'unrecognized_keys':
      return invalid(`Unexpected field: ${issue.keys.join(', ')}.`);
    case 'custom': {
      const code: unknown = issue.params?.['code'];
      return { code: typeof code === 'string' ? code : 'invalid_input', detail: issue.message };
    }
    case 'invalid_union':
      return noneOf(issue);
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
      if (issue.input === undefined) return REQUIRED;
      if (issue.input === null) return NULL;
      return invalid(textOf(issue));
  }
}

/** The error for a value that is not one of the allowed choices. */
function notAChoice(input: unknown): Finding {
  if (input === undefined) return REQUIRED;
  if (input === null) return NULL;
  return { code: 'invalid_choice', detail: `"${show(input)}" is not a valid choice.` };
}

/** The error for an object of an unknown type, or for a value that matches none of the allowed forms. */
function noneOf(issue: Extract<Issue, { code: 'invalid_union' }>): Finding {
  const { input, path, errors } = issue;
  const { discriminator } = issue as { readonly discriminator?: unknown };
  if (typeof discriminator === 'string') {
    return notAChoice((input as Readonly<Record<string, unknown>> | undefined)?.[discriminator]);
  }
  if (input === undefined) return REQUIRED;
  if (input === null) return NULL;
  const expected = new Set(
    errors.map(([first]) =>
      first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : null,
    ),
  );
  const [only] = expected;
  if (expected.size === 1 && typeof only === 'string') {
    return wrongType(only, input, path.length === 0);
  }
  return invalid(textOf(issue));
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'Must be a valid UUID.',
  url: 'Enter a valid URL.',
  email: 'Enter a valid email address.',
};

/** The message that a schema defines; for a default message of the library, a message in the words of PostHog. */
function textOf(issue: Issue): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message;
  const format = issue.code === 'invalid_format' ? issue.format : '';
  return FORMATS[format] ?? 'Not a valid value.';
}

function wrongType(expected: string, input: unknown, isWholeBody: boolean): Finding {
  if (isWholeBody && expected !== 'array') {
    return invalid(`Invalid data. Expected a dictionary, but got ${typeName(input)}.`);
  }
  if (input === undefined) return REQUIRED;
  if (input === null) return NULL;
  switch (expected) {
    case 'array':
      return {
        code: 'not_a_list',
        detail: `Expected a list of items but got type "${typeName(input)}".`,
      };
    case 'object':
    case 'record':
      return {
        code: 'not_a_dict',
        detail: `Expected a dictionary of items but got type "${typeName(input)}".`,
      };
    case 'boolean':
      return invalid('Must be a valid boolean.');
    case 'int':
      return invalid('A valid integer is required.');
    case 'number':
      return invalid('A valid number is required.');
    case 'string':
      return invalid('Not a valid string.');
    default:
      return invalid('Not a valid value.');
  }
}

function tooBig(origin: string, maximum: number, isInclusive: boolean): Finding {
  switch (origin) {
    case 'string':
      return {
        code: 'max_length',
        detail: `Ensure this field has no more than ${maximum} characters.`,
      };
    case 'array':
      return {
        code: 'max_length',
        detail: `Ensure this field has no more than ${maximum} elements.`,
      };
    default:
      return {
        code: 'max_value',
        detail: `Ensure this value is less than ${isInclusive ? 'or equal to ' : ''}${maximum}.`,
      };
  }
}

function tooSmall(
  { origin, input }: Pick<Extract<Issue, { code: 'too_small' }>, 'origin' | 'input'>,
  minimum: number,
  isInclusive: boolean,
): Finding {
  switch (origin) {
    case 'string':
      return minimum > 1 && String(input).trim() !== ''
        ? { code: 'min_length', detail: `Ensure this field has at least ${minimum} characters.` }
        : { code: 'blank', detail: 'This field may not be blank.' };
    case 'array':
      return minimum > 1
        ? { code: 'min_length', detail: `Ensure this field has at least ${minimum} elements.` }
        : { code: 'empty', detail: 'This list may not be empty.' };
    default:
      return {
        code: 'min_value',
        detail: `Ensure this value is greater than ${isInclusive ? 'or equal to ' : ''}${minimum}.`,
      };
  }
}

function invalid(detail: string): Finding {
  return { code: 'invalid_input', detail };
}

/** PostHog's names of JSON types; clients compare these texts. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    default:
      return 'dict';
  }
}

const SHOWN_CHARACTERS = 100;

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
