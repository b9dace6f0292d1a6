import { actorKinds, rejectedActorQueries } from './actors';
import { eventKinds, rejectedEventQueries } from './events';
import { insightKinds } from './insights';
import { sessionKinds, rejectedSessionQueries } from './sessions';
import { taxonomyKinds } from './taxonomy';
import { webKinds } from './web';
import type { KindCase, RejectedKindCase } from './kind-case';

/** Queries of the other kinds, and a part of their responses. */
export const kinds: readonly KindCase[] = [
  ...insightKinds,
  ...webKinds,
  ...taxonomyKinds,
  ...eventKinds,
  ...sessionKinds,
  ...actorKinds,
];

/** Queries of the other kinds that get an error that says what is wrong. */
export const rejectedKinds: readonly RejectedKindCase[] = [
  ...rejectedEventQueries,
  ...rejectedSessionQueries,
  ...rejectedActorQueries,
];
