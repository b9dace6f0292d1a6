import { actorKinds, actorRefusals } from './actors';
import { eventKinds, eventRefusals } from './events';
import { insightKinds } from './insights';
import { sessionKinds, sessionRefusals } from './sessions';
import { taxonomyKinds } from './taxonomy';
import { webKinds } from './web';
import type { KindCase, KindRefusal } from './kind-case';

/** Queries of the other kinds, and a part of their answers. */
export const kinds: readonly KindCase[] = [
  ...insightKinds,
  ...webKinds,
  ...taxonomyKinds,
  ...eventKinds,
  ...sessionKinds,
  ...actorKinds,
];

/** Queries of the other kinds that are told what is wrong. */
export const kindRefusals: readonly KindRefusal[] = [
  ...eventRefusals,
  ...sessionRefusals,
  ...actorRefusals,
];
