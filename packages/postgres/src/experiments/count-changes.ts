import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';

/** Two periods that follow each other. */
export interface ChangePeriods {
  readonly previous: Date;
  readonly recent: Date;
  /** The end of the recent one; excluded. */
  readonly end: Date;
}

export interface ExperimentChanges {
  /** Started in the recent period. */
  readonly launched: number;
  /** Started in the previous period. */
  readonly launchedBefore: number;
  /** Started and not ended, paused ones too. */
  readonly active: number;
  /** Ended in the recent period. */
  readonly completed: number;
}

/** Counts the project's experiments that are neither deleted nor archived. */
export async function countChanges(
  db: Reader,
  projectId: number,
  { previous, recent, end }: ChangePeriods,
): Promise<ExperimentChanges> {
  const { rows } = await sql<ExperimentChanges>`
    SELECT
      (count(*) FILTER (WHERE start_date >= ${recent} AND start_date < ${end}))::int AS launched,
      (count(*) FILTER (WHERE start_date >= ${previous} AND start_date < ${recent}))::int
        AS "launchedBefore",
      (count(*) FILTER (WHERE start_date IS NOT NULL AND end_date IS NULL))::int AS active,
      (count(*) FILTER (WHERE end_date >= ${recent} AND end_date < ${end}))::int AS completed
    FROM experiments WHERE project_id = ${projectId} AND NOT deleted AND NOT archived
  `.execute(db);
  return rows[0] ?? { launched: 0, launchedBefore: 0, active: 0, completed: 0 };
}
