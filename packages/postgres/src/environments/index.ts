export type { Environment, EnvironmentChain } from './environment-chain';
export { createEnvironmentChainRepository } from './environment-chain-repository';
export type { EnvironmentChainRepository } from './environment-chain-repository';
