import { JobPostponed } from './job-postponed';

/** How long a job waits for a place of its project before it is postponed. */
const WAIT_MS = 10;
/** The shortest delay before a job is tried again if its project has no free place. */
const POSTPONED_MS = 500;
/** The least time between the returns of two postponed jobs of a project: taking and postponing a job costs CPU. */
const RETURN_EVERY_MS = 25;

/** Limits how many jobs of one project a process runs at the same time. */
export interface ProjectPlaces {
  /** @throws JobPostponed if the project uses all the places it may have */
  run<T>(projectId: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Shares the places of a queue's consumer between projects, so that jobs of one project, which may take hours, do not
 * block others. Each project that runs jobs may have an equal part of the places. It gets more as long as an eighth of the
 * places, at least one, stays free for others. A consumer with a single place cannot keep one.
 * @param places the number of jobs that the process runs at the same time
 */
export function createProjectPlaces(places: number): ProjectPlaces {
  const kept = Math.max(1, Math.floor(places / 8));
  const running = new Map<number, number>();
  const returns = new Map<number, number>();
  const waiting = new Set<() => void>();
  let total = 0;
  const mayRun = (projectId: number): boolean => {
    const count = running.get(projectId) ?? 0;
    const projects = running.size + (count === 0 ? 1 : 0);
    const part = Math.max(1, Math.floor((places - kept) / projects));
    return count < part || total < places - kept;
  };
  const take = (projectId: number): void => {
    running.set(projectId, (running.get(projectId) ?? 0) + 1);
    total += 1;
  };
  const release = (projectId: number): void => {
    total -= 1;
    const left = (running.get(projectId) ?? 1) - 1;
    if (left > 0) running.set(projectId, left);
    else {
      running.delete(projectId);
      returns.delete(projectId);
    }
    for (const wake of waiting) wake();
  };
  const postponed = (projectId: number): JobPostponed => {
    const now = performance.now();
    const at = Math.max(now + POSTPONED_MS, (returns.get(projectId) ?? 0) + RETURN_EVERY_MS);
    returns.set(projectId, at);
    return new JobPostponed(Math.round(at - now));
  };
  /** Resolves when a job ends, or after `ms`. */
  const untilRelease = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      waiting.add(wake);
    });
  return {
    run: async (projectId, work) => {
      const deadline = performance.now() + WAIT_MS;
      while (!mayRun(projectId)) {
        const left = deadline - performance.now();
        if (left <= 0) throw postponed(projectId);
        await untilRelease(left);
      }
      take(projectId);
      try {
        return await work();
      } finally {
        release(projectId);
      }
    },
  };
}
