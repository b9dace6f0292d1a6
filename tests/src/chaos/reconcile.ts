import type { ApiClient } from '../test-support/api-client';
import type { Ledger } from './load/ledger';
import { personPrefix } from './load/script';

/** The differences between stored and acknowledged events; all are empty or 0 if there are none. */
export interface Differences {
  /** Uuids of acknowledged events that are not stored. */
  readonly lost: readonly string[];
  /** Uuids that are stored more than once, whether acknowledged or not. */
  readonly doubled: readonly string[];
  /** Uuids that are stored but were never sent. */
  readonly unknown: readonly string[];
  /** Distinct ids whose person has other distinct ids, or other values, than expected. */
  readonly wrongIdentities: readonly string[];
  /**
   * The number of persons minus the expected number (negative if persons are missing), in `persons` and in `events`.
   */
  readonly surplusPersons: readonly [persons: number, events: number];
}

const PAGE = 5_000;

export async function reconcile(api: ApiClient, run: string, ledger: Ledger): Promise<Differences> {
  const copies = await copiesByUuid(api, run);
  const expected = ledger.expected();
  const identities = await foundIdentities(api, run);
  const wanted = new Set([...expected.values()].map(({ together }) => together.join())).size;
  const [[persons]] = (await api.hogql(
    1,
    `SELECT count() FROM persons WHERE properties.run = '${run}'`,
  )) as [[number]];
  const [[ofEvents]] = (await api.hogql(
    1,
    `SELECT count(DISTINCT person_id) FROM events WHERE startsWith(distinct_id, '${personPrefix(run)}')`,
  )) as [[number]];
  return {
    lost: [...ledger.acknowledgedUuids].filter((uuid) => !copies.has(uuid)),
    doubled: [...copies].flatMap(([uuid, count]) => (count === 1 ? [] : [uuid])),
    unknown: [...copies.keys()].filter((uuid) => !ledger.sentUuids.has(uuid)),
    wrongIdentities: [...expected].flatMap(([id, { together, set }]) =>
      identities.get(id) === describe(together, set.get('early'), set.get('late')) ? [] : [id],
    ),
    surplusPersons: [persons - wanted, ofEvents - wanted],
  };
}

export function isRight(found: Differences): boolean {
  const { surplusPersons, ...lists } = found;
  return (
    surplusPersons.every((count) => count === 0) &&
    Object.values(lists).every(({ length }) => length === 0)
  );
}

/** The stored uuids of a run, each with the number of its rows. */
async function copiesByUuid(api: ApiClient, run: string): Promise<Map<string, number>> {
  const copies = new Map<string, number>();
  for (let last = ''; ;) {
    const page = (await api.hogql(
      1,
      `SELECT toString(uuid) AS id, count() FROM events
       WHERE startsWith(distinct_id, '${run}-') AND toString(uuid) > '${last}'
       GROUP BY id ORDER BY id LIMIT ${PAGE}`,
    )) as [string, number][];
    for (const [uuid, count] of page) copies.set(uuid, count);
    if (page.length < PAGE) return copies;
    last = page.at(-1)?.[0] ?? '';
  }
}

/** The stored identities by distinct id: all ids of the person and its properties, as `describe` formats them. */
async function foundIdentities(api: ApiClient, run: string): Promise<Map<string, string>> {
  const rows = (await api.hogql(
    1,
    `SELECT d.distinct_id, toString(d.person_id), toInt(p.properties.early), toInt(p.properties.late)
     FROM person_distinct_ids d JOIN persons p ON p.id = d.person_id
     WHERE startsWith(d.distinct_id, '${personPrefix(run)}') ORDER BY d.distinct_id LIMIT 10000`,
  )) as [id: string, person: string, early: number | null, late: number | null][];
  const idsOf = new Map<string, string[]>();
  for (const [id, person] of rows) idsOf.set(person, [...(idsOf.get(person) ?? []), id]);
  return new Map(
    rows.map(([id, person, early, late]) => [
      id,
      describe(idsOf.get(person) ?? [], early ?? undefined, late ?? undefined),
    ]),
  );
}

function describe(ids: readonly string[], early?: number, late?: number): string {
  return `${[...ids].sort().join(' ')}: early ${early ?? 'unset'}, late ${late ?? 'unset'}`;
}
