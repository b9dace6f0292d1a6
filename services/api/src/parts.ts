import type { Logger } from '@tidemark/platform';
import type { QueryEngine, QueryLog } from '@tidemark/query-engine';
import type { ProposeChange } from './approval-required';
import type { ApiConfig } from './config';
import type { AnnounceChange } from './definitions';
import type { LiveEvents } from './live-events/live-events';
import type { Repositories } from './repositories';
import type { Stores } from './stores';

/** The dependencies of all resources. Each resource names those that it needs. */
export interface ApiParts extends Repositories, Stores {
  readonly config: ApiConfig;
  readonly engine: QueryEngine;
  readonly queryLog: QueryLog;
  readonly live: LiveEvents;
  readonly announceChange: AnnounceChange;
  readonly proposeChange: ProposeChange;
  readonly now: () => Date;
  readonly logger: Logger;
}
