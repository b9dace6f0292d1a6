import type { SignedJob } from '@tidemark/contracts';
import { signedJobSchema } from '@tidemark/contracts';
import type { SignedTokens, SigningSecrets } from '@tidemark/platform';
import { createSignedTokens } from '@tidemark/platform';

/** Far longer than a job waits for its turn; the record it refers to is gone by then. */
const JOB_LIFETIME_SECONDS = 3_600;

/** Signs what one of our services asks another one to do (docs/security.md). */
export function createJobTokens(
  audience: string,
  secrets: SigningSecrets,
  now: () => Date,
): SignedTokens {
  const purpose = { issuer: 'tidemark-api', audience, lifetimeSeconds: JOB_LIFETIME_SECONDS };
  return createSignedTokens(purpose, secrets, now);
}

/** A job that none of our services has written, or long ago. It is not done. */
export class UnsignedJobError extends Error {
  constructor(readonly outcome: 'expired' | 'invalid') {
    super(
      outcome === 'expired' ? 'the signature of a job is too old' : 'a job is not signed by us',
    );
    this.name = 'UnsignedJobError';
  }
}

export function signJob(tokens: SignedTokens, job: object): SignedJob {
  return { token: tokens.issue({ job }) };
}

/** The signed payload, still to be parsed. @throws UnsignedJobError */
export function openSignedJob(tokens: SignedTokens, data: unknown): unknown {
  const entry = signedJobSchema.safeParse(data);
  if (!entry.success) throw new UnsignedJobError('invalid');
  const reading = tokens.read(entry.data.token);
  if (reading.outcome !== 'valid') throw new UnsignedJobError(reading.outcome);
  return reading.claims['job'];
}
