import { z } from 'zod';
import { toValidationError } from './validation-issue';

const schema = z.object({
  name: z.string().trim().min(1).max(3).nullable().optional(),
  tags: z.array(z.string()).min(1).optional(),
  flag: z.boolean().optional(),
  count: z.int().min(0).max(5).optional(),
  share: z.number().gt(0).lt(1).optional(),
  pair: z.array(z.string()).min(2).optional(),
  choice: z.enum(['a', 'b']).optional(),
  map: z.record(z.string(), z.unknown()).optional(),
  steps: z.array(z.object({ url: z.string() })).optional(),
  own: z
    .string()
    .superRefine((_, context) =>
      context.addIssue({ code: 'custom', message: 'Taken.', params: { code: 'unique' } }),
    )
    .optional(),
  strict: z.strictObject({ a: z.string().optional() }).optional(),
  code: z.string().trim().min(3).optional(),
  kind: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      z.object({ type: z.literal('b') }),
    ])
    .optional(),
  either: z.union([z.string(), z.array(z.number())]).optional(),
  objects: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]).optional(),
  id: z.uuid().optional(),
  needed: z.string(),
});

function failure(value: unknown) {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) throw new Error('expected a failure');
  return toValidationError(parsed.error).toBody();
}

describe('toValidationError', () => {
  it.each([
    [{}, 'required', 'This field is required.', 'needed'],
    [{ needed: null }, 'null', 'This field may not be null.', 'needed'],
    [{ needed: 1 }, 'invalid_input', 'Not a valid string.', 'needed'],
    [{ name: '  ' }, 'blank', 'This field may not be blank.', 'name'],
    [{ name: 'abcd' }, 'max_length', 'Ensure this field has no more than 3 characters.', 'name'],
    [{ tags: 'x' }, 'not_a_list', 'Expected a list of items but got type "str".', 'tags'],
    [{ tags: [] }, 'empty', 'This list may not be empty.', 'tags'],
    [{ flag: 2 }, 'invalid_input', 'Must be a valid boolean.', 'flag'],
    [{ count: 1.5 }, 'invalid_input', 'A valid integer is required.', 'count'],
    [{ count: 6 }, 'max_value', 'Ensure this value is less than or equal to 5.', 'count'],
    [{ count: -1 }, 'min_value', 'Ensure this value is greater than or equal to 0.', 'count'],
    [{ share: 0 }, 'min_value', 'Ensure this value is greater than 0.', 'share'],
    [{ share: 1 }, 'max_value', 'Ensure this value is less than 1.', 'share'],
    [{ pair: ['a'] }, 'min_length', 'Ensure this field has at least 2 elements.', 'pair'],
    [{ choice: 'c' }, 'invalid_choice', '"c" is not a valid choice.', 'choice'],
    [{ choice: null }, 'null', 'This field may not be null.', 'choice'],
    [{ map: [] }, 'not_a_dict', 'Expected a dictionary of items but got type "list".', 'map'],
    [{ steps: [{}] }, 'required', 'This field is required.', 'steps__0__url'],
    [{ own: 'x' }, 'unique', 'Taken.', 'own'],
    [{ strict: { b: 1 } }, 'invalid_input', 'Unexpected field: b.', 'strict__b'],
    [{ code: 'ab' }, 'min_length', 'Ensure this field has at least 3 characters.', 'code'],
    [{ code: '   ' }, 'blank', 'This field may not be blank.', 'code'],
    [{ kind: { type: 'c' } }, 'invalid_choice', '"c" is not a valid choice.', 'kind__type'],
    [{ kind: {} }, 'required', 'This field is required.', 'kind__type'],
    [{ kind: { type: null } }, 'null', 'This field may not be null.', 'kind__type'],
    [{ either: 5 }, 'invalid_input', 'Not a valid value.', 'either'],
    [{ objects: 5 }, 'not_a_dict', 'Expected a dictionary of items but got type "int".', 'objects'],
    [{ id: 'x' }, 'invalid_input', 'Must be a valid UUID.', 'id'],
    [[], 'invalid_input', 'Invalid data. Expected a dictionary, but got list.', null],
  ])('%j', (value, code, detail, attr) => {
    expect(failure(value)).toEqual({ type: 'validation_error', code, detail, attr });
  });

  it('names a list as the whole body', () => {
    const parsed = z.array(z.string()).safeParse({}, { reportInput: true });
    expect(parsed.error && toValidationError(parsed.error).toBody()).toMatchObject({
      code: 'not_a_list',
      detail: 'Expected a list of items but got type "dict".',
    });
  });
});
