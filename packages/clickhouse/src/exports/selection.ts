/** Which rows an export is about: of one project, and of one interval. */
export interface ExportSelection {
  readonly projectId: number;
  readonly interval: ExportInterval;
  /** Only these events; empty = all. Persons have no events. */
  readonly includeEvents: readonly string[];
  readonly excludeEvents: readonly string[];
}

/**
 * A run of the schedule takes what arrived in [start, end), so that an event that comes late is in a
 * later run instead of in none. A run of a time range takes what happened in [start, end) and was stored
 * when the run was planned (`docs/wire/capture-storage.md#export-interval`).
 */
export type ExportInterval =
  | { readonly by: 'arrival'; readonly start: Date; readonly end: Date }
  | {
      readonly by: 'timestamp';
      /** Null = from the first. */
      readonly start: Date | null;
      readonly end: Date;
      readonly storedBefore: Date;
    };

/** A condition and the parameters in it; parameters of one query never share a name. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The project's guard, which comes first in every scan. */
export function ofProject({ projectId }: ExportSelection): Condition {
  return { sql: 'team_id = {project:Int64}', params: { project: projectId } };
}

export function allOf(conditions: readonly (Condition | null)[]): Condition {
  const present = conditions.filter((condition) => condition !== null);
  return {
    sql: present.map(({ sql }) => sql).join('\n        AND '),
    params: Object.assign({}, ...present.map(({ params }) => params)) as Condition['params'],
  };
}

/** [from, to) on a column; null when it is open at both ends. */
export function within(
  column: string,
  name: string,
  from: Date | null,
  to: Date | null,
): Condition | null {
  const bound = (side: 'from' | 'to', operator: string, at: Date | null): Condition | null =>
    at === null
      ? null
      : {
          sql: `${column} ${operator} {${name}_${side}:DateTime64(6, 'UTC')}`,
          params: { [`${name}_${side}`]: at.toISOString().replace('T', ' ').replace('Z', '') },
        };
  const bounds = [bound('from', '>=', from), bound('to', '<', to)];
  return bounds.every((side) => side === null) ? null : allOf(bounds);
}
