import { randomUUID } from 'node:crypto';

/** Stands before the digits while JSON text is made or read. It is secret, so no text can forge it. */
export const MARK = `wide-integer:${randomUUID()}:`;

let areThereAny = false;

/** False until the first one is made: nothing has to be looked for before that. */
export function areThereWideIntegers(): boolean {
  return areThereAny;
}

/** An integer that a JavaScript number would round, as its decimal digits. To be written by `exactJson` only. */
export class WideInteger {
  constructor(readonly digits: string) {
    areThereAny = true;
  }

  /** The rounded number, used by arithmetic and comparisons. */
  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  toJSON(): string {
    return `${MARK}${this.digits}`;
  }
}
