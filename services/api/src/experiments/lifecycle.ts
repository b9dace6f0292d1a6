import { validationError } from '@tidemark/platform';
import type { Experiment, ExperimentChange } from '@tidemark/postgres';
import { statusOf } from '@tidemark/postgres';
import { checkLinkable, shippedFilters } from './experiment-flag';

/** The conclusion of an experiment, as entered by a user. */
export interface Conclusion {
  readonly conclusion?: string | null | undefined;
  readonly conclusion_comment?: string | null | undefined;
}

/* The steps in the life of an experiment (`docs/wire/experiments.md#experiment-actions`). Each throws ApiError 400 in
   a wrong state. */

/** A draft begins; its flag is turned on. */
export function launch(current: Experiment, now: Date): ExperimentChange {
  if (statusOf(current) !== 'draft') throw rejected('Experiment has already been launched.');
  checkLinkable(current.flag);
  requireOrder(now, current.endDate);
  return { fields: { startDate: now }, flag: { active: true } };
}

/** The flag is turned off. */
export function pause(current: Experiment): ExperimentChange {
  requireBegun(current);
  if (!current.flag.active) throw rejected('Experiment is already paused.');
  return { flag: { active: false } };
}

/** The flag is turned on again. */
export function resume(current: Experiment): ExperimentChange {
  requireBegun(current);
  if (current.flag.active) throw rejected('Experiment is not paused.');
  return { flag: { active: true } };
}

/** Results stop here; the flag stays as it is. */
export function end(current: Experiment, now: Date, judged: Conclusion): ExperimentChange {
  requireBegun(current);
  requireOrder(current.startDate, now);
  return {
    fields: {
      endDate: now,
      conclusion: judged.conclusion ?? null,
      conclusionComment: judged.conclusion_comment ?? null,
    },
  };
}

/** The flag gives one variant from now on; an experiment that runs ends. */
export function shipVariant(
  current: Experiment,
  now: Date,
  {
    variant_key: key,
    release_to_everyone: toEveryone,
    ...judged
  }: Conclusion & {
    readonly variant_key: string;
    readonly release_to_everyone?: boolean | undefined;
  },
): ExperimentChange {
  if (statusOf(current) === 'draft') throw rejected('Experiment has not been launched yet.');
  if (current.endDate === null) requireOrder(current.startDate, now);
  const { conclusion = null, conclusion_comment: comment = null } = judged;
  return {
    flag: { filters: shippedFilters(current.flag.filters, key, toEveryone === true) },
    fields: {
      ...(current.endDate === null && { endDate: now }),
      ...(conclusion !== null && { conclusion }),
      ...(comment !== null && { conclusionComment: comment }),
    },
  };
}

/** Lists no longer include the experiment. */
export function archive(current: Experiment): ExperimentChange {
  if (current.archived) throw rejected('Experiment is already archived.');
  if (statusOf(current) !== 'stopped') {
    throw rejected('Experiment must be ended before it can be archived.');
  }
  return { fields: { archived: true } };
}

export function unarchive(current: Experiment): ExperimentChange {
  if (!current.archived) throw rejected('Experiment is not archived.');
  return { fields: { archived: false } };
}

/** A draft again; the flag stays as it is. */
export function reset(current: Experiment): ExperimentChange {
  if (statusOf(current) === 'draft') throw rejected('Experiment is already in draft state.');
  return {
    fields: {
      startDate: null,
      endDate: null,
      archived: false,
      conclusion: null,
      conclusionComment: null,
    },
  };
}

function requireBegun(current: Experiment): void {
  const status = statusOf(current);
  if (status === 'draft') throw rejected('Experiment has not been launched yet.');
  if (status === 'stopped') throw rejected('Experiment has already ended.');
}

/** A draft can have an end in the past, and an experiment a start in the future. */
function requireOrder(startDate: Date | null, endDate: Date | null): void {
  if (startDate === null || endDate === null || startDate <= endDate) return;
  throw rejected('End date must be after start date');
}

function rejected(detail: string): Error {
  return validationError('invalid_input', detail);
}
