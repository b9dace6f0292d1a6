/** The rows of an export: those of one project and one interval. */
export interface ExportSelection {
  readonly projectId: number;
  readonly interval: ExportInterval;
  /** The names of the exported events; empty = all. Ignored for exports of persons. */
  readonly includeEvents: readonly string[];
  readonly excludeEvents: readonly string[];
}

/**
 * A scheduled run exports events that arrived in [start, end), so that a late event is in a later run. A run of a time
 * range exports events with a timestamp in [start, end) that were stored when the run was planned
 * (`docs/wire/capture-storage.md#export-interval`).
 */
export type ExportInterval =
  | { readonly by: 'arrival'; readonly start: Date; readonly end: Date }
  | {
      readonly by: 'timestamp';
      /** Null = from the first event. */
      readonly start: Date | null;
      readonly end: Date;
      readonly storedBefore: Date;
    };

/** A condition and the parameters in it; parameters of one query never share a name. */
export interface Condition {
  readonly sql: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Returns the guard of the project, which is the first condition of every scan. */
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

/** Returns the condition that a column is in [from, to); null if both ends are open. */
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
