import { filterText } from '../filters/filter-text';
import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import type { QueryNode } from '../query-link';

type DeletionStatus =
  'draft' | 'expired' | 'queued' | 'running' | 'cancelling' | 'completed' | 'cancelled' | 'failed';

/** A deletion of events in its wire format (`event_deletions`). */
export interface Deletion {
  readonly id: string;
  readonly status: DeletionStatus;
  readonly phase: 'finding' | 'deleting' | 'sessions' | null;
  readonly events: readonly string[];
  readonly date_from: string | null;
  readonly date_to: string | null;
  readonly properties: unknown;
  readonly condition: string | null;
  readonly count: number;
  readonly first_timestamp: string | null;
  readonly last_timestamp: string | null;
  readonly found: number | null;
  readonly deleted: number;
  readonly error: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
  readonly expires_at: string;
}

/** The fields of the form. `from` and `before` are dates in UTC; an empty one is no bound. */
export interface DeletionDraft {
  readonly events: readonly string[];
  readonly from: string;
  readonly before: string;
  readonly filters: readonly PropertyFilter[];
  readonly condition: string;
}

export const EMPTY_DELETION: DeletionDraft = {
  events: [],
  from: '',
  before: '',
  filters: [],
  condition: '',
};

/** The kind of the node that contains the form in a link. */
const KIND = 'EventDeletion';

/** The form as a node for the fragment of a URL, so that its values are not sent to a server. */
export function nodeOf(draft: DeletionDraft): QueryNode & Readonly<Record<string, unknown>> {
  return { kind: KIND, ...deletionBody(draft) };
}

/** Reads the form from the node of a link; an empty form for any other node. */
export function draftOfNode(node: QueryNode | null): DeletionDraft {
  if (node?.kind !== KIND) return EMPTY_DELETION;
  const { events, date_from, date_to, properties, condition } = node as unknown as Partial<
    Record<keyof ReturnType<typeof deletionBody>, unknown>
  >;
  return {
    events: Array.isArray(events) ? events.filter((name) => typeof name === 'string') : [],
    from: dayOf(date_from),
    before: dayOf(date_to),
    filters: filtersOf(properties),
    condition: typeof condition === 'string' ? condition : '',
  };
}

function dayOf(time: unknown): string {
  return typeof time === 'string' && /^\d{4}-\d\d-\d\dT/.test(time) ? time.slice(0, 10) : '';
}

/** The body of a request for a preview of a deletion. */
export function deletionBody({ events, from, before, filters, condition }: DeletionDraft) {
  const start = (day: string): string | null => (day === '' ? null : `${day}T00:00:00Z`);
  return {
    events,
    date_from: start(from),
    date_to: start(before),
    properties: filters,
    condition: condition.trim() === '' ? null : condition.trim(),
  };
}

/** The reason why no preview is possible yet; null if it is. */
export function deletionProblem(draft: DeletionDraft): string | null {
  const { events, from, before, filters, condition } = draft;
  const isEmpty =
    events.length === 0 &&
    from === '' &&
    before === '' &&
    filters.length === 0 &&
    condition.trim() === '';
  if (isEmpty) return 'Choose events, days, a filter or a condition.';
  return from !== '' && before !== '' && before <= from ? 'The end must be after the start.' : null;
}

/** Whether a deletion is still in progress. */
export function isUnderWay({ status }: Pick<Deletion, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'cancelling';
}

/** The label of a deletion's state, and its tone (colour). */
export function deletionWords({ status, phase }: Pick<Deletion, 'status' | 'phase'>) {
  const running = {
    finding: 'finding the events',
    deleting: 'deleting',
    sessions: 'recomputing the sessions',
  };
  const words = {
    draft: { text: 'not confirmed', tone: 'plain' },
    expired: { text: 'not confirmed in time', tone: 'plain' },
    queued: { text: 'waiting', tone: 'accent' },
    running: { text: phase === null ? 'running' : running[phase], tone: 'accent' },
    cancelling: { text: 'being cancelled', tone: 'warning' },
    completed: { text: 'completed', tone: 'success' },
    cancelled: { text: 'cancelled', tone: 'warning' },
    failed: { text: 'failed', tone: 'danger' },
  } as const;
  return words[status];
}

/** Describes which events a deletion deletes. */
export function scopeWords(deletion: Deletion): string {
  const { events, date_from, date_to, properties, condition } = deletion;
  const day = (time: string): string => time.slice(0, 10);
  const parts = [
    events.length === 0 ? 'all events' : events.join(', '),
    ...(date_from === null ? [] : [`from ${day(date_from)}`]),
    ...(date_to === null ? [] : [`before ${day(date_to)}`]),
    ...filtersOf(properties).map((filter) => filterText(filter)),
    ...(condition === null ? [] : [condition]),
  ];
  return parts.join(', ');
}
