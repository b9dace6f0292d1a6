import { createAccessTokens } from '@tidemark/access';
import type { SignedTokens } from '@tidemark/platform';
import type { EdgeConfig } from '../config';

/** Access tokens are those of the api: null without its secret. */
export function edgeAccessTokens({
  JWT_SECRET,
  JWT_SECRET_PREVIOUS,
}: EdgeConfig): SignedTokens | null {
  if (JWT_SECRET === undefined) return null;
  return createAccessTokens(
    { current: JWT_SECRET, previous: JWT_SECRET_PREVIOUS },
    () => new Date(),
  );
}
