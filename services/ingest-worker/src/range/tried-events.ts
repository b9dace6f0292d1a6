import type { KeyedRecord } from '../records/event-row-key';
import { Fingerprints, hashText } from './fingerprints';

/** Places of the first and of the largest table: 256 KiB and 16 MiB. Each table has twice the places of the last. */
const FIRST_PLACES = 2 ** 16;
const MAX_PLACES = 2 ** 22;
/** The largest three tables have 7.5 million events. */
const MAX_TABLES = 3;

/**
 * The events that a lane has tried to store since it claimed their partitions. All copies of an event are in one
 * partition, so an event that did not exist before the claim, and is not among these, is not in ClickHouse: it need
 * not be looked up there, which would take longer the more events its day has (`docs/decisions`, 0327).
 */
export interface TriedEvents {
  /** Other workers may have stored any events of these partitions until now. */
  claimed(partitions: readonly number[]): void;
  /** Whether the event must be looked up; true for some events that are not stored. */
  mayBeStored(event: Tried): boolean;
  /** Must be called before the first attempt to insert the events. */
  add(events: readonly Tried[]): void;
}

type Tried = Pick<KeyedRecord, 'keyText'> & {
  readonly record: Pick<KeyedRecord['record'], 'partition'>;
  readonly event: { readonly entry: Pick<KeyedRecord['event']['entry'], 'earliest_copy'> };
};

interface Table {
  /** When the table was created, ms since 1970. */
  readonly since: number;
  readonly places: number;
  readonly texts: Fingerprints;
}

export function createTriedEvents(
  now: () => number,
  { firstPlaces = FIRST_PLACES, maxPlaces = MAX_PLACES } = {},
): TriedEvents {
  const claimedAt = new Map<number, number>();
  const newTable = (places: number): Table => ({
    since: now(),
    places,
    texts: new Fingerprints(places),
  });
  /** Newest first. */
  let tables: readonly Table[] = [newTable(firstPlaces)];

  const knownSince = (partition: number): number =>
    Math.max(claimedAt.get(partition) ?? Infinity, tables.at(-1)?.since ?? Infinity);

  return {
    claimed: (partitions) => {
      for (const partition of partitions) claimedAt.set(partition, now());
    },
    mayBeStored: ({ record, event, keyText }) => {
      const earliest = event.entry.earliest_copy;
      if (earliest === undefined || earliest < knownSince(record.partition)) return true;
      const hash = hashText(keyText);
      return tables.some(({ texts }) => texts.has(hash));
    },
    add: (events) => {
      for (const { keyText } of events) {
        const [newest] = tables;
        if (newest?.texts.isFull === true) {
          const next = newTable(Math.min(newest.places * 2, maxPlaces));
          tables = [next, ...tables].slice(0, MAX_TABLES);
        }
        tables[0]?.texts.add(hashText(keyText));
      }
    },
  };
}
