import { plainIssue } from '@tidemark/platform';
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { CommandError, EXIT } from './exit-codes';

/** @throws InvalidArgumentError, which commander prints. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

/**
 * Parses arguments with a schema of the API.
 * @param names the argument names of the schema's fields, for example `--scope` for `scopes`
 * @throws CommandError that names the argument and the expected value
 */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  names: Readonly<Record<string, string>>,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? '');
  throw new CommandError(
    `${names[field] ?? field}: ${issue === undefined ? 'not valid' : plainIssue(issue)}`,
    EXIT.usage,
  );
}
