import type { Series } from './series';

export type SessionFields = Readonly<Record<string, string | number>>;

/** What happened, as a test writes it. */
export interface HappenedEvent {
  /** `$pageview` when not said. */
  readonly event?: string;
  /** UTC, `2020-01-09 10:00:00`. */
  readonly at: string;
  /** One word; the same one is the same person. */
  readonly who: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** As the person was when it happened. */
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

/** What is known beside the events. */
export interface World {
  /** Properties of the groups of the first type. */
  readonly groups?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** UTC. */
  readonly groupsCreatedAt?: string;
  /** Who is in them. */
  readonly cohorts?: Readonly<Record<number, readonly string[]>>;
  /** What each action is: any of these. */
  readonly steps?: Readonly<Record<number, readonly Series[]>>;
  /** What properties are declared to be; texts when not said. */
  readonly propertyTypes?: readonly DeclaredType[];
  /** What expressions of users mean. */
  readonly expressions?: Readonly<Record<string, (event: LocalEvent) => unknown>>;
  /** What aggregates of users mean. */
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
