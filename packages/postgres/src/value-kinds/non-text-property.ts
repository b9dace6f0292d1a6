/** A document in the events table: the event's own properties, or the person's properties on the event. */
export type StoredBag = 'event' | 'person';

/** A property that had a value that is neither a text nor null. */
export interface NonTextProperty {
  readonly projectId: number;
  readonly bag: StoredBag;
  readonly name: string;
}

/** The known types of the values under some names. */
export interface ValueKnowledge {
  /** Whether all stored values of properties that are not in `nonText` are certainly text. */
  readonly isTracked: boolean;
  readonly nonText: readonly Pick<NonTextProperty, 'bag' | 'name'>[];
}

const CODES = { event: 1, person: 2 } as const;

export function bagCode(bag: StoredBag): number {
  return CODES[bag];
}

export function bagOf(code: number): StoredBag {
  return code === CODES.person ? 'person' : 'event';
}
