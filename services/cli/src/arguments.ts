import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { CommandError, EXIT } from './exit-codes';

/** @throws InvalidArgumentError, which commander prints. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('must be a whole number above 0.');
}

/** What a schema of the wire makes of arguments. @throws CommandError that says what is wrong */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`,
    EXIT.usage,
  );
}
