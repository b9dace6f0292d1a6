import { z } from 'zod';
import { plainIssue } from './plain-issue';

const issueOf = (schema: z.ZodType, value: unknown): string => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  if (issue === undefined) throw new Error('it is valid');
  return plainIssue(issue);
};

it.each([
  [z.array(z.string()).min(1), [], 'expected at least 1 value'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'expected at most 2 values'],
  [z.string().min(1), '', 'expected at least 1 character'],
  [z.string().max(150), 'x'.repeat(151), 'expected at most 150 characters'],
  [z.number().min(3), 1, 'expected a number of at least 3'],
  [z.coerce.number(), 'x', 'expected a number'],
  [z.int(), 1.5, 'expected a whole number'],
  [z.string(), undefined, 'expected a string'],
  [z.enum(['a', 'b']), 'c', 'expected one of a, b'],
  [z.email(), 'x', 'expected an e-mail address'],
  [z.url(), 'x', 'expected a URL'],
  [z.string().refine(() => false, 'our own words'), 'x', 'our own words'],
])('%#: %j: %s', (schema, value, text) => {
  expect(issueOf(schema, value)).toBe(text);
});
