export { isPrivateAddress, isPrivateHost } from './private-address';
export { createSealedBox, flagPayloadContext } from './sealed-box';
export type { SealedBox } from './sealed-box';
