import type { IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { CohortDefinition, FlagDetails } from '@tidemark/flag-engine';
import { requiredData, toFlagsV2 } from '@tidemark/flag-engine';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { FeatureFlag, Project } from '@tidemark/postgres';
import { createEdgeMetrics } from '../edge-metrics';
import { readFlagsRequest } from '../flags/read-flags-request';
import { createRequestEvaluator } from '../flags/request-evaluator';
import type { StoredDataReader } from '../flags/stored-data';
import type { LiveStreamHub } from '../live-flags/live-stream-hub';
import { createLiveStreamHub } from '../live-flags/live-stream-hub';
import { createPersonFlags } from '../live-flags/person-flags';
import type { ProjectFlags } from '../projects/flag-directory';
import type { Step, StoredWorld, Subject } from './changing-flags';
import { LivePage } from './live-page';
import { projectFlags, storedFlag } from './project-flags';

export interface FlagWorld {
  /** A page that accepts changes, and a page that accepts complete flags only. */
  readonly pages: readonly LivePage[];
  apply(step: Step): void;
  /** Notifies the streams of a change, and resolves when they have evaluated their flags. */
  announce(): Promise<void>;
  /** What `/flags?v=2` contains for the subject. */
  complete(): Promise<Readonly<Record<string, FlagDetails>>>;
  /** Whether all stores are available. */
  isKnown(): boolean;
  close(): void;
}

const REQUEST = { headers: {} } as IncomingMessage;
const metrics = createEdgeMetrics(createMetrics('flag-world'));
const logger = createLogger('flag-world', 'silent');

/** The evaluation and the streams of an edge over flags and data that a test changes. */
export function openFlagWorld({ sent, selection }: Subject): FlagWorld {
  const flags = new Map<number, FeatureFlag>();
  const cohorts = new Map<number, CohortDefinition>();
  let current: ProjectFlags = projectFlags([]);
  let project = { id: 1, quotaLimits: [], timezone: 'UTC' } as unknown as Project;
  let data: StoredWorld = {
    person: {},
    company: {},
    groupTypes: { 0: 'company' },
    hashKeys: {},
    memberOf: new Set(),
    now: Date.parse('2026-03-31T12:00:00Z'),
  };
  const request = readFlagsRequest({ ...sent, token: 'phc_x' });
  const distinctId = request.distinctId ?? '';

  const evaluate = createRequestEvaluator({
    definitions: {
      get: () => Promise.resolve(current),
      invalidate: () => undefined,
      invalidateWhere: () => undefined,
      entries: () => [],
    },
    stored: readerOf(() => data),
    location: () => ({}),
    metrics,
    logger,
    monotonic: () => 0,
    now: () => data.now,
  });
  const personFlags = createPersonFlags({
    projects: {
      findByToken: () => Promise.resolve(project),
      invalidate: () => undefined,
    } as unknown as Parameters<typeof createPersonFlags>[0]['projects'],
    evaluate,
    metrics,
    usage: { count: () => undefined },
    now: () => data.now,
  });
  const hub: LiveStreamHub = createLiveStreamHub({
    limits: { max: 10, maxPerProject: 10 },
    heartbeatMs: 600_000,
    logger,
    onSpread: () => undefined,
    now: () => 0,
  });
  const pages = [true, false].map((takesChanges) => {
    const subject = { token: 'phc_x', sent: request, distinctId, selection, takesChanges };
    return new LivePage(hub, (known) => personFlags({ ...subject, request: REQUEST }, known));
  });

  const changeFlag = (step: Step & { readonly kind: 'flag' }): void => {
    const isTaken = [...flags.values()].some(
      ({ id, key }) => key === step.flag.key && id !== step.flag.id,
    );
    if (isTaken) return;
    const version = (flags.get(step.flag.id)?.version ?? 0) + 1;
    flags.set(step.flag.id, storedFlag({ ...step.flag, version }));
  };
  const apply = (step: Step): void => {
    switch (step.kind) {
      case 'flag':
        changeFlag(step);
        break;
      case 'delete':
        flags.delete(step.id);
        break;
      case 'cohort':
        cohorts.set(step.cohort.id, step.cohort);
        break;
      case 'stored':
        data = { ...data, ...step.changes };
        break;
      case 'quota':
        project = {
          ...project,
          quotaLimits: step.isUsedUp ? [{ resource: 'feature_flags', until: null }] : [],
        };
        break;
      case 'timezone':
        project = { ...project, timezone: step.timezone };
        break;
      default:
        pages[step.page]?.apply(step.kind);
    }
  };

  return {
    pages,
    apply,
    announce: async () => {
      current = projectFlags([...flags.values()], [...cohorts.values()]);
      hub.changed(1);
      // Only promises are awaited, so each group of streams takes one turn of the event loop.
      for (let turns = 0; turns < 4; turns++) await turn();
    },
    complete: async () => {
      if (project.quotaLimits.length > 0) return {};
      const { evaluation } = await evaluate(project, request, distinctId, selection, REQUEST);
      return JSON.parse(JSON.stringify(toFlagsV2(evaluation).flags)) as Record<string, FlagDetails>;
    },
    isKnown: () => Object.values(data).every((value) => value !== null),
    close: () => hub.close(),
  };
}

/** Reads what an evaluation needs, and as little as it needs. */
function readerOf(data: () => StoredWorld): StoredDataReader {
  return {
    read: (_projectId, flags, facts, selection) => {
      const { person, company, groupTypes, hashKeys, memberOf } = data();
      const needed = requiredData(flags.compiled, facts, groupTypes, selection);
      return Promise.resolve({
        groupTypes: needed.groupTypes ? groupTypes : {},
        personProperties: needed.person || needed.cohorts.length > 0 ? person : {},
        groupProperties: needed.groups.includes('company') ? { company } : {},
        hashKeyOverrides: needed.hashKeyOverrides ? hashKeys : {},
        memberOf: needed.cohorts.length > 0 ? memberOf : new Set(),
      });
    },
  };
}
