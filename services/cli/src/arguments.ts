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
 * What a schema of the wire makes of arguments.
 *
 * @param names how the command line writes the fields of the schema, as in `--scope` for `scopes`
 * @throws CommandError that names the argument and what is expected
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
