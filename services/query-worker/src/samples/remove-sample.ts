import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleJob } from '@tidemark/contracts';
import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { removeTenant } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';
import { createProjectRepository } from '@tidemark/postgres';
import type { DefinitionsChannel, SampleProgressStore } from '@tidemark/redis';

export interface RemoveDeps {
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly database: Database;
  readonly channel: Pick<DefinitionsChannel, 'publish'>;
  readonly progress: SampleProgressStore;
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly stopping: AbortSignal;
  /** Between two looks at the events that ingestion still writes. */
  readonly waitMs: number;
}

/** Looks without a new event after which ingestion is done with the project. */
const QUIET_LOOKS = 3;
const MAX_LOOKS = 60;

/** Removes the sample project with all its data, after what was sent has been ingested. It may be repeated. */
export async function removeSample(deps: RemoveDeps, job: SampleJob): Promise<void> {
  const { clickhouse, topology, database, channel, progress, forgetResults } = deps;
  const { organization_id: organizationId, project_id: projectId, user_id: userId } = job;
  await untilIngested(deps, projectId);
  await removeTenant(clickhouse, topology, projectId);
  await forgetResults(projectId);
  await createProjectRepository(database).remove({ organizationId, userId }, projectId);
  await channel.publish({ project_id: projectId, what: 'project' });
  const known = await progress.read(organizationId);
  if (known?.project_id === projectId) await progress.forget(organizationId);
}

/** Ingestion writes rows of projects without looking whether they exist: they would come back. */
async function untilIngested(
  { clickhouse, stopping, waitMs }: RemoveDeps,
  projectId: number,
): Promise<void> {
  let before = -1;
  let quiet = 0;
  for (let look = 0; look < MAX_LOOKS && quiet < QUIET_LOOKS; look += 1) {
    const { rows } = await clickhouse.query<[string | number]>({
      name: 'events_of_sample',
      sql: 'SELECT count() FROM events WHERE team_id = {team:Int64}',
      params: { team: projectId },
    });
    const found = Number(rows[0]?.[0] ?? 0);
    quiet = found === before ? quiet + 1 : 0;
    before = found;
    await sleep(waitMs, undefined, { signal: stopping });
  }
}
