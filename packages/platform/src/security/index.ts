export { isPrivateAddress, isPrivateHost } from './private-address';
export { createSealedBox, flagPayloadContext } from './sealed-box';
export type { SealedBox } from './sealed-box';
export { createOutboundGuard, OutboundRejectedError } from './outbound-guard';
export type { OutboundGuard, OutboundPolicy, Resolve } from './outbound-guard';
export { storeCertificates, untrustedCertificate } from './store-tls';
export type { StoreCertificates } from './store-tls';
export { createSignedTokens } from './signed-tokens';
export type { SignedTokens, SigningSecrets, TokenPurpose, TokenReading } from './signed-tokens';
