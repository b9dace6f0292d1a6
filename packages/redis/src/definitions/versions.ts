import { getMany } from '../connection/many-keys';
import type { Redis } from '../connection/redis';

export function versionKey(projectId: number): string {
  return `tidemark:definitions-version:{${projectId}}`;
}

export interface DefinitionsVersions {
  /** The number of announced changes of each project's definitions, in the order of the ids. */
  getMany(projectIds: readonly number[]): Promise<number[]>;
}

/** The counters of the definitions channel, by which a process notices a lost message. */
export function createDefinitionsVersions(redis: Redis): DefinitionsVersions {
  return {
    getMany: async (projectIds) => {
      const values = await getMany(redis, projectIds.map(versionKey));
      return values.map((value) => Number(value ?? 0));
    },
  };
}
