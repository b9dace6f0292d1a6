import { JobPostponed } from './job-postponed';

/** The delay before a job is tried again if its project has no free place. */
const POSTPONED_MS = 500;

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
  let total = 0;
  const mayRun = (count: number): boolean => {
    const projects = running.size + (count === 0 ? 1 : 0);
    const part = Math.max(1, Math.floor((places - kept) / projects));
    return count < part || total < places - kept;
  };
  return {
    run: async (projectId, work) => {
      const count = running.get(projectId) ?? 0;
      if (!mayRun(count)) throw new JobPostponed(POSTPONED_MS);
      running.set(projectId, count + 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        const left = (running.get(projectId) ?? 1) - 1;
        if (left === 0) running.delete(projectId);
        else running.set(projectId, left);
      }
    },
  };
}
