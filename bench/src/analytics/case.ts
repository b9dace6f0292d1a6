/** One question, asked of Tidemark and in SQL of two kinds. */
export interface AnalyticsCase {
  readonly name: string;
  /** A query as `POST query` takes it. */
  readonly query: object;
  /** The best handwritten SQL for it, on the same tables. */
  readonly best?: string;
  /** How much longer than `best` may Tidemark take? */
  readonly timesBest?: number;
  /** The same question over the twin that keeps properties as text. */
  readonly asText?: string;
  /** How many times faster than `asText` must Tidemark be? */
  readonly timesText?: number;
  /** Milliseconds, where the target is absolute. */
  readonly within?: number;
}

export const hogql = (query: string): object => ({ kind: 'HogQLQuery', query });

/** A property of a text document, as PostHog's default storage reads it. */
export function textProperty(column: string, key: string): string {
  return `replaceRegexpAll(nullIf(nullIf(JSONExtractRaw(${column}, '${key}'), ''), 'null'), '^"|"$', '')`;
}

/** Events with the person they belong to by now. */
const OVERRIDES =
  'SELECT distinct_id, argMax(person_id, version) AS person_id FROM person_distinct_id_overrides WHERE team_id = 1 GROUP BY distinct_id';
export const JOIN_OVERRIDES = `LEFT JOIN (${OVERRIDES}) AS o ON o.distinct_id = e.distinct_id`;
export const PERSON = 'if(empty(o.distinct_id), e.person_id, o.person_id)';
