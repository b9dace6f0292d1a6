import { actorKinds, rejectedActorQueries } from './actors';
import { eventKinds, rejectedEventQueries } from './events';
import { insightKinds } from './insights';
import { sessionKinds, rejectedSessionQueries } from './sessions';
import { taxonomyKinds } from './taxonomy';
import { webKinds } from './web';
import type { KindCase, RejectedKindCase } from './kind-case';

/** Queries of kinds other than HogQLQuery, with parts of their expected responses. */
export const kinds: readonly KindCase[] = [
  ...insightKinds,
  ...webKinds,
  ...taxonomyKinds,
  ...eventKinds,
  ...sessionKinds,
  ...actorKinds,
];

/** Queries of other kinds that must be rejected with a clear error. */
export const rejectedKinds: readonly RejectedKindCase[] = [
  ...rejectedEventQueries,
  ...rejectedSessionQueries,
  ...rejectedActorQueries,
];
