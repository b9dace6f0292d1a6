/** The definitions written for one event name, or for the persons or one group type of a project. */
export interface Seen {
  /** Properties with nothing left to write: their type is known, or they have no definition by rule. */
  readonly settled: Set<string>;
  /** Properties written without a type: a later value may still give them one. */
  readonly untyped: Set<string>;
  /** The hour in which the event was last reported, in hours since 1970; 0 = never. */
  reportedHour: number;
  usedInRound: number;
}

export interface SeenDefinitions {
  /** The known definitions of a key; ranges are processed one after another, each in its own round. */
  at(key: string): Seen;
  /** Ends a round: removes the least recently used entries above the limit. */
  endRound(): void;
  readonly size: number;
}

/** A key takes as much memory as this number of property names. */
const KEY_WEIGHT = 2;

/**
 * The definitions that this process has written. Removing one costs a repeated write that changes nothing.
 * @param maxNames the maximum number of names in memory
 */
export function createSeenDefinitions(maxNames: number): SeenDefinitions {
  const byKey = new Map<string, Seen>();
  let round = 0;
  const weigh = (seen: Seen): number => seen.settled.size + seen.untyped.size + KEY_WEIGHT;
  const total = (): number => [...byKey.values()].reduce((sum, seen) => sum + weigh(seen), 0);
  return {
    at(key) {
      let seen = byKey.get(key);
      if (seen === undefined) {
        seen = { settled: new Set(), untyped: new Set(), reportedHour: 0, usedInRound: round };
        byKey.set(key, seen);
      }
      seen.usedInRound = round;
      return seen;
    },
    endRound() {
      round += 1;
      let held = total();
      if (held <= maxNames) return;
      const oldestFirst = [...byKey].sort(([, a], [, b]) => a.usedInRound - b.usedInRound);
      for (const [key, seen] of oldestFirst) {
        if (held <= maxNames / 2) break;
        byKey.delete(key);
        held -= weigh(seen);
      }
    },
    get size() {
      return total();
    },
  };
}
