export { isPrivateAddress, isPrivateHost } from './private-address';
export { createSealedBox } from './sealed-box';
export type { SealedBox } from './sealed-box';
