import { randomUUID } from 'node:crypto';

/**
 * Precedes the digits of a wide integer while JSON text is written or read. It is random, so that no other text can
 * contain it.
 */
export const MARK = `wide-integer:${randomUUID()}:`;

let areThereAny = false;

/** Whether any wide integer was created in this process; if not, no text needs to be searched for them. */
export function areThereWideIntegers(): boolean {
  return areThereAny;
}

/** An integer that a JavaScript number would round, as decimal digits. Only `exactJson` writes it correctly. */
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
