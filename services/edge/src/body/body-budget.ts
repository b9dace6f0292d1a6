/** Bytes of bodies that one request keeps in memory. */
export interface BodyHold {
  /** False, and nothing taken, when the process has too many in flight. */
  take(bytes: number): boolean;
  /** Gives everything back. Safe to call twice. */
  release(): void;
}

/** Bounds the bytes of bodies, as sent and inflated, that one process holds at once. */
export interface BodyBudget {
  /** @param reserve bytes of the budget that this request must leave to others. */
  hold(reserve?: number): BodyHold;
  inFlight(): number;
}

/** Too many bytes are in flight: the client is to come back. */
export class BodyBudgetError extends Error {
  constructor() {
    super('too many bytes of request bodies in flight');
    this.name = 'BodyBudgetError';
  }
}

export function createBodyBudget(maxBytes: number): BodyBudget {
  let used = 0;
  return {
    inFlight: () => used,
    hold: (reserve = 0) => {
      let held = 0;
      return {
        take: (bytes) => {
          if (used + bytes > maxBytes - reserve) return false;
          used += bytes;
          held += bytes;
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

/** Takes bytes that are in memory already, such as an inflated body. @throws BodyBudgetError */
export function charge(hold: BodyHold, bytes: number): void {
  if (!hold.take(bytes)) throw new BodyBudgetError();
}
