export { createPasskeyRepository } from './passkey-repository';
export type { PasskeyRepository } from './passkey-repository';
export { createSecondFactorRepository } from './second-factor-repository';
export type { SecondFactorRepository } from './second-factor-repository';
export { hasSecondFactor } from './second-factors';
export type { Passkey, SecondFactors, Totp } from './second-factors';
export { createTotpRepository } from './totp-repository';
export type { TotpRepository } from './totp-repository';
