/** The data of a project that the worker needs. */
export interface ProjectFacts {
  /** Whether client addresses must not be stored. Must be called after `load`. */
  anonymizesIps(projectId: number): boolean;
  /** The time zone of a project, as an IANA name. Must be called after `load`. */
  timezoneOf(projectId: number): string;
  load(projectIds: ReadonlySet<number>): Promise<void>;
}

const TTL_MS = 10_000;

/** Creates a cache of project settings, which are at most `TTL_MS` old. */
export function createProjectFacts(deps: {
  readonly findById: (
    id: number,
  ) => Promise<{ readonly anonymizeIps: boolean; readonly timezone: string } | null>;
  readonly now: () => number;
}): ProjectFacts {
  const known = new Map<number, { anonymizeIps: boolean; timezone: string; readAt: number }>();
  return {
    anonymizesIps: (projectId) => known.get(projectId)?.anonymizeIps ?? false,
    timezoneOf: (projectId) => known.get(projectId)?.timezone ?? 'UTC',
    load: async (projectIds) => {
      const now = deps.now();
      const stale = [...projectIds].filter(
        (id) => (known.get(id)?.readAt ?? -Infinity) < now - TTL_MS,
      );
      await Promise.all(
        stale.map(async (id) => {
          const project = await deps.findById(id);
          known.set(id, {
            anonymizeIps: project?.anonymizeIps ?? false,
            timezone: project?.timezone ?? 'UTC',
            readAt: now,
          });
        }),
      );
    },
  };
}
