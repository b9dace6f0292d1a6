/** The data of a project that the worker needs. */
export interface ProjectFacts {
  /** Whether client addresses must not be stored. Call `load` for the range's projects first. */
  anonymizesIps(projectId: number): boolean;
  /** IANA name. */
  timezoneOf(projectId: number): string;
  load(projectIds: ReadonlySet<number>): Promise<void>;
}

const TTL_MS = 10_000;

/** Project settings, at most some seconds old. */
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
