import { JobPostponed } from './job-postponed';

/** The delay before a job is tried again if its project has no free place. */
const POSTPONED_MS = 500;

/** Limits how many jobs of one project a process runs at the same time. */
export interface ProjectPlaces {
  /** @throws JobPostponed if the project uses all the places it may have */
  run<T>(projectId: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Keeps one place of a queue's consumer for other projects, so that jobs of one project, which may take hours, do not
 * block others. A consumer with a single place cannot keep one.
 * @param places the number of jobs that the process runs at the same time
 */
export function createProjectPlaces(places: number): ProjectPlaces {
  const most = Math.max(1, places - 1);
  const running = new Map<number, number>();
  return {
    run: async (projectId, work) => {
      const count = running.get(projectId) ?? 0;
      if (count >= most) throw new JobPostponed(POSTPONED_MS);
      running.set(projectId, count + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(projectId) ?? 1) - 1;
        if (left === 0) running.delete(projectId);
        else running.set(projectId, left);
      }
    },
  };
}
