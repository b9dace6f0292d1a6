import type { ScriptedEvent } from './script';

/** What must be found of a distinct id. */
interface ExpectedIdentity {
  /** Distinct ids of the same person, this one included. */
  readonly together: readonly string[];
  /** Property → value acknowledged last. */
  readonly set: ReadonlyMap<string, number>;
}

/** What a run sent, and a model of what must have become of it. */
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
