import { randomUUID } from 'node:crypto';

/** An event as an SDK sends it. */
export interface SdkEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The changes that an event makes to a person, as far as the model needs them. */
interface PersonChange {
  /** `early` is set under the anonymous id, `late` under the user's id. After a merge, the person has both. */
  readonly set: readonly [name: 'early' | 'late', value: number];
  /** The anonymous id that is merged into this person. */
  readonly joins: string | null;
}

export interface ScriptedEvent {
  readonly sent: SdkEvent;
  /** Null for an event without person processing. */
  readonly change: PersonChange | null;
}

/** The number of visitors that are active at the same time; all are at the same step. */
const COMPANY = 5;
const ANONYMOUS_STEPS = 3;
/** The number of events of a visitor: first anonymous, then `$identify`, then as a user. */
const STEPS = 8;

/**
 * The n-th event of a client. Groups of visitors act at the same time; each visitor begins anonymously, is identified,
 * and continues as a user. Every event sets a property of the person to `n`.
 */
export function visitorsEvent(run: string, client: number, n: number): ScriptedEvent {
  const company = Math.floor(n / (COMPANY * STEPS));
  const step = Math.floor(n / COMPANY) % STEPS;
  const visitor = `${client}-${company * COMPANY + (n % COMPANY)}`;
  const anonymousId = `${personPrefix(run)}anonymous-${visitor}`;
  const isAnonymous = step < ANONYMOUS_STEPS;
  const joins = step === ANONYMOUS_STEPS ? anonymousId : null;
  const name = isAnonymous ? 'early' : 'late';
  return {
    sent: {
      uuid: randomUUID(),
      event: joins === null ? 'step' : '$identify',
      distinct_id: isAnonymous ? anonymousId : `${personPrefix(run)}user-${visitor}`,
      properties: {
        n,
        $set: { run, [name]: n },
        ...(joins === null ? {} : { $anon_distinct_id: joins }),
      },
    },
    change: { set: [name, n], joins },
  };
}

/** An event that creates no person. */
export function personlessEvent(run: string, client: number, n: number): ScriptedEvent {
  return {
    sent: {
      uuid: randomUUID(),
      event: 'glance',
      distinct_id: `${run}-personless-${client}-${n % COMPANY}`,
      properties: { n, $process_person_profile: false },
    },
    change: null,
  };
}

/** The prefix of all distinct ids of a run that have a person. */
export function personPrefix(run: string): string {
  return `${run}-person-`;
}
