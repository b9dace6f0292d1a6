import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { EventDefinition } from './definition';
import { toEventDefinition } from './definition';
import { isCalled, isDescribed } from './matches';

export interface EventDefinitionListQuery {
  /** Parts of the name, ignoring the letter case; the name must contain all of them. */
  readonly words: readonly string[];
  /** Names that match even if they do not contain the words. */
  readonly aliases?: readonly string[];
  readonly verified?: boolean;
  /** True by default. */
  readonly withHidden?: boolean;
  /** Definitions with any of these tags. */
  readonly tags?: readonly string[];
  /** `ours`: events of PostHog's SDKs, whose names begin with `$`; `custom`: the project's own. */
  readonly origin: 'ours' | 'custom' | 'any';
  /** Exactly these names. */
  readonly names?: readonly string[];
  readonly excludedNames?: readonly string[];
  /** Leaves out events that were last seen before this time; events that were never seen stay. */
  readonly seenSince?: Date;
  /**
   * By default the shortest names first if words are given, otherwise those seen on the latest day first. Equal rows
   * are ordered by name.
   */
  readonly order: readonly EventDefinitionOrder[];
  readonly page: PageRequest;
}

export interface EventDefinitionOrder {
  readonly field:
    'name' | 'name_length' | 'last_seen_at' | 'last_seen_day' | 'created_at' | 'created_day';
  readonly descending: boolean;
}

const ORDERED_BY: Readonly<Record<EventDefinitionOrder['field'], RawBuilder<unknown>>> = {
  name: sql.ref('name'),
  name_length: sql`length(name)`,
  last_seen_at: sql.ref('last_seen_at'),
  last_seen_day: sql`date_trunc('day', last_seen_at)`,
  created_at: sql.ref('created_at'),
  created_day: sql`date_trunc('day', created_at)`,
};

/** Lists the event definitions of a project. */
export async function listEventDefinitions(
  db: Reader,
  projectId: number,
  {
    words,
    aliases,
    origin,
    names,
    excludedNames = [],
    seenSince,
    order,
    page,
    ...filters
  }: EventDefinitionListQuery,
): Promise<Page<EventDefinition>> {
  let matches = db.selectFrom('event_definitions').where('project_id', '=', projectId);
  matches = matches.where(isCalled(words, aliases)).where(isDescribed(filters));
  if (origin !== 'any') {
    matches = matches.where('name', origin === 'ours' ? 'like' : 'not like', '$%');
  }
  if (names !== undefined) matches = matches.where(sql<boolean>`name = ANY (${names}::text[])`);
  if (excludedNames.length > 0) {
    matches = matches.where(sql<boolean>`name <> ALL (${excludedNames}::text[])`);
  }
  if (seenSince !== undefined) {
    matches = matches.where(sql<boolean>`(last_seen_at IS NULL OR last_seen_at > ${seenSince})`);
  }
  const terms = (order.length === 0 ? defaultOrder(words) : order).map(({ field, descending }) =>
    descending
      ? sql`${ORDERED_BY[field]} DESC NULLS LAST`
      : sql`${ORDERED_BY[field]} ASC NULLS LAST`,
  );
  const rows = matches.selectAll().orderBy(sql`${sql.join(terms)}, name`);
  return readPage(matches, rows, page, toEventDefinition);
}

function defaultOrder(words: readonly string[]): readonly EventDefinitionOrder[] {
  const latestDay = { field: 'last_seen_day', descending: true } as const;
  return words.length === 0
    ? [latestDay]
    : [{ field: 'name_length', descending: false }, latestDay];
}
