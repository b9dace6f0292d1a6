import { randomUUID } from 'node:crypto';
import type { IngestWarning } from '@tidemark/contracts';
import type { WarningType } from '@tidemark/domain';
import { warningFacts } from '@tidemark/domain';
import type { IngestLogProducer } from '@tidemark/ingest-log';
import type { Logger } from '@tidemark/platform';

/** Warns a project of what the edge rejects (`docs/wire/capture-processing.md#warnings`). */
export interface RejectionWarnings {
  /** @param rejected what was rejected: one event or the whole request */
  note(projectId: number, type: WarningType, rejected: 'event' | 'request', count?: number): void;
  /** Writes the remaining entries. */
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** The maximum number of pairs of project and type between two writes; further ones are not reported. */
const MAX_WAITING = 10_000;

interface Waiting {
  readonly projectId: number;
  readonly type: WarningType;
  readonly rejected: 'event' | 'request';
  count: number;
}

/**
 * Counts rejections and writes them to the log once a second, so that a client with errors causes no more writes
 * than others. Best effort: the client has its error already, so a warning that cannot be written is lost.
 */
export function createRejectionWarnings(deps: {
  readonly log: Pick<IngestLogProducer, 'append'>;
  readonly logger: Logger;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): RejectionWarnings {
  const waiting = new Map<string, Waiting>();

  const write = async (): Promise<void> => {
    if (waiting.size === 0) return;
    const timestamp = new Date(deps.now()).toISOString();
    const entries = [...waiting.values()].map(
      ({ projectId, type, rejected, count }): IngestWarning => ({
        v: 1,
        kind: 'warning',
        team_id: projectId,
        uuid: randomUUID(),
        distinct_id: '',
        type,
        severity: warningFacts(type).severity,
        details: { rejected },
        timestamp,
        count,
      }),
    );
    waiting.clear();
    // Each project separately: a project that exceeds its share of the log does not delay the others.
    const written = await Promise.allSettled(
      byProject(entries).map((ofProject) => deps.log.append(ofProject)),
    );
    const failed = written.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      const projects = written.filter(({ status }) => status === 'rejected').length;
      deps.logger.warn({ err: failed.reason, projects }, 'ingestion warnings could not be written');
    }
  };
  const timer = setInterval(() => void write(), EVERY_MS).unref();

  return {
    note: (projectId, type, rejected, count = 1) => {
      const key = `${projectId} ${type} ${rejected}`;
      const known = waiting.get(key);
      if (known !== undefined) known.count += count;
      else if (waiting.size < MAX_WAITING) waiting.set(key, { projectId, type, rejected, count });
    },
    stop: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

function byProject(warnings: readonly IngestWarning[]): IngestWarning[][] {
  const found = new Map<number, IngestWarning[]>();
  for (const warning of warnings) {
    found.set(warning.team_id, [...(found.get(warning.team_id) ?? []), warning]);
  }
  return [...found.values()];
}
