import { JobPostponed } from './job-postponed';

/** When a job whose project has no place is looked at again. */
const POSTPONED_MS = 500;

/** How many jobs of each project a process works on. */
export interface ProjectPlaces {
  /** @throws JobPostponed when the project has all the places it may have */
  run<T>(projectId: number, work: () => Promise<T>): Promise<T>;
}

/**
 * Leaves one place of a queue's consumer to other projects, so that jobs of one project, which may take
 * hours, do not keep those of others waiting. A consumer with a single place has none to leave.
 *
 * @param places jobs that the process works on at once
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
