/** Whether bytes of a body were received in this form, or were decompressed here. */
export type BodyForm = 'sent' | 'inflated';

/** Bytes of bodies that one request keeps in memory. */
export interface BodyHold {
  /** Whether the given number of bytes could be reserved now. */
  fits(bytes: number): boolean;
  /** Reserves bytes; returns false and reserves nothing if the process has too many in flight. */
  take(bytes: number, form: BodyForm): boolean;
  /** Releases all reserved bytes. Safe to call twice. */
  release(): void;
}

/** Bounds the bytes of bodies, as sent and inflated, that one process holds at once. */
export interface BodyBudget {
  /** @param reserve bytes of the budget that this request must leave to others. */
  hold(reserve?: number): BodyHold;
  inFlight(): number;
}

/** Too many bytes are in flight: the client should retry later. */
export class BodyBudgetError extends Error {
  constructor(message = 'too many bytes of request bodies in flight') {
    super(message);
    this.name = 'BodyBudgetError';
  }
}

/** @param onTaken called with each reserved amount. */
export function createBodyBudget(
  maxBytes: number,
  onTaken: (bytes: number, form: BodyForm) => void = () => undefined,
): BodyBudget {
  let used = 0;
  return {
    inFlight: () => used,
    hold: (reserve = 0) => {
      let held = 0;
      const fits = (bytes: number): boolean => used + bytes <= maxBytes - reserve;
      return {
        fits,
        take: (bytes, form) => {
          if (!fits(bytes)) return false;
          used += bytes;
          held += bytes;
          onTaken(bytes, form);
          return true;
        },
        release: () => {
          used -= held;
          held = 0;
        },
      };
    },
  };
}

/**
 * Reserves the bytes of an inflated body, which is already in memory; 0 = it was not compressed. @throws
 * BodyBudgetError
 */
export function charge(hold: BodyHold, bytes: number): void {
  if (bytes > 0 && !hold.take(bytes, 'inflated')) throw new BodyBudgetError();
}
