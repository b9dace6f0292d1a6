import { getMany } from '../connection/many-keys';
import type { Redis } from '../connection/redis';

export function versionKey(projectId: number): string {
  return `tidemark:definitions-version:{${projectId}}`;
}

export interface DefinitionsVersions {
  /** How often each project's definitions were announced as changed; in the order asked. */
  getMany(projectIds: readonly number[]): Promise<number[]>;
}

/** The counters behind the definitions channel: what a process compares to notice a lost message. */
export function createDefinitionsVersions(redis: Redis): DefinitionsVersions {
  return {
    getMany: async (projectIds) => {
      const values = await getMany(redis, projectIds.map(versionKey));
      return values.map((value) => Number(value ?? 0));
    },
  };
}
