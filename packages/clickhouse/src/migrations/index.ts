import { foundation } from './0001-foundation';
import { sessionReplay } from './0002-session-replay';
import { sessions } from './0003-sessions';
import { ingestionWarningsTable } from './0004-ingestion-warnings';
import { overrideAge } from './0005-override-age';
import { cohortPeopleTable } from './0006-cohort-people';
import { eventFinders } from './0007-event-finders';
import { warehouseRowsTable } from './0008-warehouse-rows';
import { queryLogTable } from './0009-query-log';
import { logEntriesTable } from './0010-log-entries';
import { chainParts } from './0011-chain-parts';
import { insertTokens } from './0013-insert-tokens';
import { mutationTexts } from './0018-mutation-texts';
import { installationTable } from './0019-installation';
import { deletedEventsTable } from './0020-deleted-events';
import type { Migration } from './topology';

/** In order of id. */
export const migrations: readonly Migration[] = [
  foundation,
  sessionReplay,
  sessions,
  ingestionWarningsTable,
  overrideAge,
  cohortPeopleTable,
  eventFinders,
  warehouseRowsTable,
  queryLogTable,
  logEntriesTable,
  chainParts,
  insertTokens,
  mutationTexts,
  installationTable,
  deletedEventsTable,
];
