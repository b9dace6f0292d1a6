import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';
import type { SampleJob } from '@tidemark/contracts';
import type { ShopEvent } from '@tidemark/demo';
import { generateShop, SEED } from '@tidemark/demo';
import { acceptEvents, newEventUuid, readCaptureJson, readPayload } from '@tidemark/domain';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import { LogFullError } from '@tidemark/ingest-log';
import type { SampleProgressStore } from '@tidemark/redis';
import { untilIngested } from './until-ingested';

export interface FillDeps {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly log: Pick<IngestLogProducer, 'appendEvents'>;
  readonly progress: SampleProgressStore;
  readonly forgetResults: (projectId: number) => Promise<void>;
  /** Requests a calculation of the cohorts of the project. */
  readonly recountCohorts: (projectId: number) => Promise<void>;
  /** Aborted when the worker stops; another worker continues the job. */
  readonly stopping: AbortSignal;
  /** The time between two attempts while the ingest log is full, and between two checks of the stored events. */
  readonly waitMs: number;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}

/**
 * Writes the events of the sample shop to the ingest log, with the same checks as those of `/batch/`, and waits until
 * they are stored. A repeated run continues after the last written batch. Ends early if the project is removed
 * meanwhile.
 * @throws LogUnavailableError, and an abort error when the worker stops
 */
export async function fillSample(deps: FillDeps, job: SampleJob): Promise<void> {
  const { progress, stopping } = deps;
  const { organization_id: organization, project_id, events: total } = job;
  const known = await progress.read(organization);
  let position = 0;
  for (const batch of generateShop({ seed: SEED, now: new Date(job.now), events: total })) {
    stopping.throwIfAborted();
    position += batch.length;
    if (position <= (known?.sent ?? 0)) continue;
    // Nothing more is written after the removal was requested.
    if (!(await progress.advance(organization, project_id, {}))) return;
    await append(deps, project_id, batch);
    await progress.advance(organization, project_id, { sent: position });
  }
  await untilIngested(deps, project_id, position);
  // Results and cohorts may have been computed from only a part of the events.
  await deps.forgetResults(project_id);
  await deps.recountCohorts(project_id);
  await progress.advance(organization, project_id, { state: 'filled', total: position });
}

/** Appends one batch, and retries while the log is full. */
async function append(
  { log, stopping, waitMs, now }: FillDeps,
  projectId: number,
  batch: readonly ShopEvent[],
): Promise<void> {
  const body = JSON.stringify({ historical_migration: true, batch });
  const json = readCaptureJson(Buffer.from(body));
  const context = { teamId: projectId, now: now(), querySentAt: null, ip: null };
  const accepted = acceptEvents(json, readPayload(json.value, undefined), context, newEventUuid);
  for (;;) {
    try {
      await log.appendEvents(accepted);
      return;
    } catch (error) {
      if (!(error instanceof LogFullError)) throw error;
      await sleep(waitMs, undefined, { signal: stopping });
    }
  }
}
