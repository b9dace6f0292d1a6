import type { Series } from './series';

export type SessionFields = Readonly<Record<string, string | number>>;

/** An event as tests write it. */
export interface HappenedEvent {
  /** `$pageview` when not said. */
  readonly event?: string;
  /** UTC, `2020-01-09 10:00:00`. */
  readonly at: string;
  /** One word; the same one is the same person. */
  readonly who: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** The person's properties at the time of the event. */
  readonly personProperties?: Readonly<Record<string, unknown>>;
  readonly group0?: string;
  readonly session?: string;
}

/** What a property of persons, events or groups of the first type is declared to be. */
interface DeclaredType {
  readonly owner: 'event' | 'person' | 'group_0';
  readonly name: string;
  readonly type: 'Numeric' | 'Boolean';
}

/** The definitions in addition to the events. */
export interface World {
  /** Properties of the groups of the first type. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** UTC. */
  readonly groupsCreatedAt?: string;
  /** The members of the cohorts. */
  readonly cohorts?: Readonly<Record<number, readonly string[]>>;
  /** The alternative steps of each action. */
  readonly steps?: Readonly<Record<number, readonly Series[]>>;
  /** The declared types of properties; by default text. */
  readonly propertyTypes?: readonly DeclaredType[];
  /** The meaning of users' expressions. */
  readonly expressions?: Readonly<Record<string, (event: LocalEvent) => unknown>>;
  /** The meaning of users' aggregates. */
  readonly aggregates?: Readonly<Record<string, (events: readonly LocalEvent[]) => number>>;
  /** Relative dates of filters as local texts. */
  readonly timestamps?: Readonly<Record<string, string>>;
}

/** An event with its local time, and all that can be asked of it. */
export interface LocalEvent extends HappenedEvent {
  readonly local: string;
  readonly world: World;
  readonly sessionFields: SessionFields;
  /** The steps of a funnel whose first event of its actor this is. */
  readonly firstOf?: readonly number[];
}
