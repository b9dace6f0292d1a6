import type { SignedJob } from '@tidemark/contracts';
import { signedJobSchema } from '@tidemark/contracts';
import type { SignedTokens, SigningSecrets } from '@tidemark/platform';
import { createSignedTokens } from '@tidemark/platform';

/** Much longer than a job waits; the record to which it refers has expired by then. */
const JOB_LIFETIME_SECONDS = 3_600;

/** Signs the jobs that one service sends to another (docs/security.md). */
export function createJobTokens(
  audience: string,
  secrets: SigningSecrets,
  now: () => Date,
): SignedTokens {
  const purpose = { issuer: 'tidemark-api', audience, lifetimeSeconds: JOB_LIFETIME_SECONDS };
  return createSignedTokens(purpose, secrets, now);
}

/** A job that no service of this installation has signed, or whose signature is too old. It is not run. */
export class UnsignedJobError extends Error {
  constructor(readonly outcome: 'expired' | 'invalid') {
    super(
      outcome === 'expired'
        ? 'the signature of a job is too old'
        : 'a job is not signed by a service of this installation',
    );
    this.name = 'UnsignedJobError';
  }
}

export function signJob(tokens: SignedTokens, job: object): SignedJob {
  return { token: tokens.issue({ job }) };
}

/** Verifies a signed job and returns its payload, which the caller must parse. @throws UnsignedJobError */
export function openSignedJob(tokens: SignedTokens, data: unknown): unknown {
  const entry = signedJobSchema.safeParse(data);
  if (!entry.success) throw new UnsignedJobError('invalid');
  const reading = tokens.read(entry.data.token);
  if (reading.outcome !== 'valid') throw new UnsignedJobError(reading.outcome);
  return reading.claims['job'];
}
