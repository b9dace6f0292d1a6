/** A query for Tidemark, and two statements in SQL that compute the same. */
export interface AnalyticsCase {
  readonly name: string;
  /** The query, as `POST query` accepts it. */
  readonly query: object;
  /** The best handwritten SQL for the query, on the same tables. */
  readonly best?: string;
  /** The target: Tidemark may take this many times the time of `best`. */
  readonly timesBest?: number;
  /** The same query on the tables that store properties as text. */
  readonly asText?: string;
  /** The target: Tidemark must be this many times faster than `asText`. */
  readonly timesText?: number;
  /** The target in milliseconds, for queries with an absolute target. */
  readonly within?: number;
}

export const hogql = (query: string): object => ({ kind: 'HogQLQuery', query });

/** SQL that reads a property of a JSON text, as PostHog's default storage does. */
export function textProperty(column: string, key: string): string {
  return `replaceRegexpAll(nullIf(nullIf(JSONExtractRaw(${column}, '${key}'), ''), 'null'), '^"|"$', '')`;
}

/** Joins the person to which the distinct id of an event belongs now. */
const OVERRIDES =
  'SELECT distinct_id, argMax(person_id, version) AS person_id FROM person_distinct_id_overrides WHERE team_id = 1 GROUP BY distinct_id';
export const JOIN_OVERRIDES = `LEFT JOIN (${OVERRIDES}) AS o ON o.distinct_id = e.distinct_id`;
export const PERSON = 'if(empty(o.distinct_id), e.person_id, o.person_id)';
