import { createHash, randomBytes } from 'node:crypto';
import type { SigningSecrets } from '@tidemark/platform';
import { createSignedTokens } from '@tidemark/platform';
import type { OneTimeValues } from '@tidemark/redis';
import { z } from 'zod';

/** Links that work once, within a minute; the holder gets the result that the record describes. */
export interface DownloadLinks {
  /** @returns the token of the link */
  issue(record: object): Promise<{ readonly token: string; readonly expiresAt: Date }>;
  /** The record; null for a token that is unknown, used or expired. */
  take(token: string): Promise<unknown>;
  /** Reads the record as `take` does, without using up the link. */
  look(token: string): Promise<unknown>;
}

const DOWNLOAD_LINK_SECONDS = 60;
const TOKEN = /^tmd_[\w-]{43}$/;
const storedSchema = z.object({ record: z.string(), signature: z.string() });

/**
 * Records are in Redis under the hash of their token, with a signature of ours: as with the jobs of queries, write
 * access to Redis is not enough to make us run a query.
 */
export function createDownloadLinks(deps: {
  readonly values: OneTimeValues;
  readonly secrets: SigningSecrets;
  readonly now: () => Date;
}): DownloadLinks {
  const signed = createSignedTokens(
    {
      issuer: 'tidemark',
      audience: 'tidemark-download',
      lifetimeSeconds: DOWNLOAD_LINK_SECONDS,
    },
    deps.secrets,
    deps.now,
  );
  const recordOf = async (
    token: string,
    read: (key: string) => Promise<string | null>,
  ): Promise<unknown> => {
    if (!TOKEN.test(token)) return null;
    const key = digest(token);
    const text = await read(key);
    if (text === null) return null;
    const stored = storedSchema.safeParse(JSON.parse(text));
    if (!stored.success) return null;
    const { record, signature } = stored.data;
    const reading = signed.read(signature);
    if (reading.outcome !== 'valid') return null;
    const { claims } = reading;
    if (claims['key'] !== key || claims['record'] !== digest(record)) return null;
    return JSON.parse(record) as unknown;
  };
  return {
    async issue(record) {
      const token = `tmd_${randomBytes(32).toString('base64url')}`;
      const key = digest(token);
      const text = JSON.stringify(record);
      const signature = signed.issue({ key, record: digest(text) });
      await deps.values.put(
        key,
        JSON.stringify({ record: text, signature }),
        DOWNLOAD_LINK_SECONDS,
      );
      return { token, expiresAt: new Date(deps.now().getTime() + DOWNLOAD_LINK_SECONDS * 1_000) };
    },
    take: (token) => recordOf(token, (key) => deps.values.take(key)),
    look: (token) => recordOf(token, (key) => deps.values.look(key)),
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
