import type { ScriptedEvent } from './script';

/** The expected person of a distinct id. */
interface ExpectedIdentity {
  /** All distinct ids of the person, including this one. */
  readonly together: readonly string[];
  /** For each property, the value that was acknowledged last. */
  readonly set: ReadonlyMap<string, number>;
}

/** The events that a run sent, and a model of the persons that must result from them. */
export interface Ledger {
  begun(events: readonly ScriptedEvent[]): void;
  acknowledged(events: readonly ScriptedEvent[]): void;
  readonly sentUuids: ReadonlySet<string>;
  readonly acknowledgedUuids: ReadonlySet<string>;
  /** The expected identities by distinct id, for ids that have a person. */
  expected(): ReadonlyMap<string, ExpectedIdentity>;
}

export function createLedger(): Ledger {
  const sentUuids = new Set<string>();
  const acknowledgedUuids = new Set<string>();
  const lastSet = new Map<string, readonly [name: string, value: number]>();
  const partners = new Map<string, string>();

  return {
    sentUuids,
    acknowledgedUuids,
    begun: (events) => events.forEach(({ sent }) => sentUuids.add(sent.uuid)),
    acknowledged: (events) => {
      for (const { sent, change } of events) {
        acknowledgedUuids.add(sent.uuid);
        if (change === null) continue;
        lastSet.set(sent.distinct_id, change.set);
        if (change.joins === null) continue;
        partners.set(sent.distinct_id, change.joins);
        partners.set(change.joins, sent.distinct_id);
      }
    },
    expected: () => {
      const expected = new Map<string, ExpectedIdentity>();
      for (const id of lastSet.keys()) {
        const partner = partners.get(id);
        const together = partner === undefined ? [id] : [id, partner].sort();
        expected.set(id, { together, set: new Map(together.flatMap((one) => entryOf(one))) });
      }
      return expected;
    },
  };

  function entryOf(id: string): (readonly [string, number])[] {
    const set = lastSet.get(id);
    return set === undefined ? [] : [set];
  }
}
