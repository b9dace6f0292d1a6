import type { RuleDetector } from '@tidemark/contracts';
import { findCards } from './card';
import { findEmails } from './email';
import { findIbans } from './iban';
import type { Detector } from './span';
import { findTokens } from './token';

export const DETECTORS: Readonly<Record<RuleDetector, Detector>> = {
  email: findEmails,
  card: findCards,
  iban: findIbans,
  token: findTokens,
};
