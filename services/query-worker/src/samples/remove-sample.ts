import type { SampleJob } from '@tidemark/contracts';
import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { removeTenant } from '@tidemark/clickhouse';
import type { Database } from '@tidemark/postgres';
import { createProjectRepository } from '@tidemark/postgres';
import type { DefinitionsChannel, SampleProgressStore } from '@tidemark/redis';
import { untilIngested } from './until-ingested';

export interface RemoveDeps {
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly database: Database;
  readonly channel: Pick<DefinitionsChannel, 'publish'>;
  readonly progress: SampleProgressStore;
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly stopping: AbortSignal;
  /** The time between two checks for events that ingestion still writes. */
  readonly waitMs: number;
}

/** Removes the sample project with all its data, after its sent events have been ingested. It may be repeated. */
export async function removeSample(deps: RemoveDeps, job: SampleJob): Promise<void> {
  const { clickhouse, topology, database, channel, progress, forgetResults } = deps;
  const { organization_id: organizationId, project_id: projectId, user_id: userId } = job;
  // Ingestion writes rows without checking that their project exists, so removed rows could return.
  await untilIngested(deps, projectId);
  await removeTenant(clickhouse, topology, projectId);
  await forgetResults(projectId);
  await createProjectRepository(database).remove({ organizationId, userId }, projectId);
  await channel.publish({ project_id: projectId, what: 'project' });
  const known = await progress.read(organizationId);
  if (known?.project_id === projectId) await progress.forget(organizationId);
}
