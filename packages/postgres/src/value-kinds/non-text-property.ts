/** A document that the events table keeps: the event's own properties, or those of the person on it. */
export type StoredBag = 'event' | 'person';

/** A property that had a value which is neither a text nor null. */
export interface NonTextProperty {
  readonly projectId: number;
  readonly bag: StoredBag;
  readonly name: string;
}

/** The known types of the values under some names. */
export interface ValueKnowledge {
  /** Whether what is not named in `nonText` is sure to be text wherever it is stored. */
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
