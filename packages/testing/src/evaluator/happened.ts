import type { Series } from './series';

export type SessionFields = Readonly<Record<string, string | number>>;

/** An event in the short form that tests use. */
export interface HappenedEvent {
  /** `$pageview` by default. */
  readonly event?: string;
  /** UTC, such as `2020-01-09 10:00:00`. */
  readonly at: string;
  /** The name of the person. */
  readonly who: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** The person's properties at the time of the event. */
  readonly personProperties?: Readonly<Record<string, unknown>>;
  readonly group0?: string;
  readonly session?: string;
}

/** The declared type of a property of events, persons or groups of the first type. */
interface DeclaredType {
  readonly owner: 'event' | 'person' | 'group_0';
  readonly name: string;
  readonly type: 'Numeric' | 'Boolean';
}

/** Data of the project that is not in the events. */
export interface World {
  /** Group key → properties, for groups of the first type. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** When all groups were created; UTC. */
  readonly groupsCreatedAt?: string;
  /** Cohort id → names of the members. */
  readonly cohorts?: Readonly<Record<number, readonly string[]>>;
  /** Action id → its alternative steps. */
  readonly steps?: Readonly<Record<number, readonly Series[]>>;
  /** The declared types of properties; all others are texts. */
  readonly propertyTypes?: readonly DeclaredType[];
  /** Expression of the query language → its value for an event. */
  readonly expressions?: Readonly<Record<string, (event: LocalEvent) => unknown>>;
  /** Aggregate in the query language → its value for several events. */
  readonly aggregates?: Readonly<Record<string, (events: readonly LocalEvent[]) => number>>;
  /** Relative date of a filter, such as `-7d` → the local time that it stands for. */
  readonly timestamps?: Readonly<Record<string, string>>;
}

/** An event with its local time and all data that filters can read. */
export interface LocalEvent extends HappenedEvent {
  readonly local: string;
  readonly world: World;
  readonly sessionFields: SessionFields;
  /** The steps of a funnel for which this is the first event of its actor. */
  readonly firstOf?: readonly number[];
}
