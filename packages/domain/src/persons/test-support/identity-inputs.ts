import type { IdentityInput, LoadedIdentity, PersonRow } from '../identity-types';
import { personUuid } from '../person-uuid';

export const T0 = new Date('2026-01-02T00:00:00Z');
export const later = (seconds: number): Date => new Date(T0.getTime() + seconds * 1_000);
export const NOTHING: LoadedIdentity = {
  distinctIds: [],
  persons: [],
  personless: [],
  tombstones: [],
};

export const on = (distinctId: string, given: Partial<IdentityInput> = {}): IdentityInput => ({
  projectId: 1,
  uuid: 'event-uuid',
  event: 'e',
  distinctId,
  timestamp: T0,
  personless: false,
  update: { set: {}, setOnce: {}, unset: [] },
  mergeSource: null,
  ...given,
});
export const identify = (
  target: string,
  source: string,
  given: Partial<IdentityInput> = {},
): IdentityInput => on(target, { event: '$identify', mergeSource: source, ...given });
export const set = (properties: Record<string, unknown>) => ({
  update: { set: properties, setOnce: {}, unset: [] },
});

export const person = (id: string, given: Partial<PersonRow> = {}): PersonRow => ({
  projectId: 1,
  id: personUuid(1, id),
  properties: {},
  isIdentified: false,
  version: 3,
  createdAt: T0,
  ...given,
});
/** Persons whose uuids are derived from the given ids, each with that distinct id. */
export const stored = (...persons: [id: string, given?: Partial<PersonRow>][]): LoadedIdentity => ({
  ...NOTHING,
  persons: persons.map(([id, given]) => person(id, given)),
  distinctIds: persons.map(([id]) => ({
    projectId: 1,
    distinctId: id,
    personId: personUuid(1, id),
    version: 0,
  })),
});
export const id = (distinctId: string): string => personUuid(1, distinctId);
