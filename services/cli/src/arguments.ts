import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError, which commander prints. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('must be a whole number above 0.');
}
