import type { History } from '../activity-log/history';

/** A project as an environment of a chain, such as `staging`. */
export interface Environment {
  readonly projectId: number;
  readonly name: string;
}

/** Projects of one organization that are the environments of one product, in the order of promotion. */
export interface EnvironmentChain {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly environments: readonly Environment[];
  readonly createdAt: Date;
}

export const ENVIRONMENT_CHAIN_HISTORY: History<EnvironmentChain> = {
  scope: 'EnvironmentChain',
  nameOf: (chain) => chain.name,
  wireFields: (chain) => ({
    name: chain.name,
    environments: chain.environments.map(({ projectId, name }) => ({
      project_id: projectId,
      name,
    })),
  }),
};
