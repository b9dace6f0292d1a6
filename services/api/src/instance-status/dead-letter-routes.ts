import type { DeadLetterChoice } from '@tidemark/contracts';
import {
  deadLetterChoiceSchema,
  deadLetterPageSchema,
  deadLetterQuerySchema,
  deadLetterResultSchema,
} from '@tidemark/contracts';
import type { DeadLetter, DeadLetters } from '@tidemark/ingest-log';
import { isLetterId, matchingLetters } from '@tidemark/ingest-log';
import { notFound, validationError } from '@tidemark/platform';
import type { Database, OrganizationAuthor } from '@tidemark/postgres';
import { recordDeadLetters } from '@tidemark/postgres';
import { inOrganization } from '../activity-log/author';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { wireTime } from '../wire-time';
import { INSTANCE_ACCESS } from './status-routes';

const PATH = '/api/instance_status/dead_letters/';
/**
 * The maximum number of letters that one request processes, so that it ends in time. The client repeats the request for
 * the rest.
 */
const MOST_AT_ONCE = 2_000;

export interface DeadLetterRouteDeps {
  readonly letters: DeadLetters;
  readonly database: Pick<Database, 'change'>;
}

/** Routes for records that ingestion could not process: list, replay and delete them. */
export function createDeadLetterRoutes(deps: DeadLetterRouteDeps): readonly AccountRoute[] {
  const { letters } = deps;
  const act = (activity: 'replayed' | 'discarded') =>
    accountRoute({
      name: activity === 'replayed' ? 'dead_letters_replay' : 'dead_letters_discard',
      summary:
        activity === 'replayed'
          ? 'Put dead letters back into the ingest log'
          : 'Delete dead letters permanently',
      method: 'POST',
      path: `${PATH}${activity === 'replayed' ? 'replay' : 'discard'}/`,
      access: INSTANCE_ACCESS,
      rejections: [404],
      body: deadLetterChoiceSchema,
      response: deadLetterResultSchema,
      async handle({ caller, body }) {
        const chosen = await chosenLetters(letters, body);
        const one =
          activity === 'replayed'
            ? (letter: DeadLetter) => letters.replay(letter)
            : (letter: DeadLetter) => letters.discard(letter);
        const count = await workThrough(deps, inOrganization(caller), activity, chosen, one);
        return { count, left: await letters.count() };
      },
    });
  return [
    accountRoute({
      name: 'dead_letters_list',
      summary: 'List records that ingestion could not process',
      method: 'GET',
      path: PATH,
      access: INSTANCE_ACCESS,
      query: deadLetterQuerySchema,
      response: deadLetterPageSchema,
      async handle({ query: { after, limit } }) {
        if (after !== undefined && !isLetterId(after)) {
          throw validationError('invalid_input', 'This is not the id of a dead letter.', 'after');
        }
        const page = await letters.list(limit, after ?? null);
        return {
          total_count: await letters.count(),
          results: page.letters.map(bodyOf),
          after: page.after,
        };
      },
    }),
    act('replayed'),
    act('discarded'),
  ];
}

/** @throws ApiError 404 if the given letter does not exist */
async function chosenLetters(
  letters: DeadLetters,
  { id, reason }: DeadLetterChoice,
): Promise<readonly DeadLetter[]> {
  if (id !== undefined) {
    const letter = isLetterId(id) ? await letters.find(id) : null;
    if (letter === null) throw notFound('There is no dead letter with this id.');
    return [letter];
  }
  const chosen: DeadLetter[] = [];
  for await (const letter of matchingLetters(letters, {
    ...(reason !== undefined && { reason }),
  })) {
    chosen.push(letter);
    if (chosen.length === MOST_AT_ONCE) break;
  }
  return chosen;
}

/**
 * Processes the letters one after the other. The activity log includes the letters that were processed before a
 * failure.
 */
async function workThrough(
  { database }: Pick<DeadLetterRouteDeps, 'database'>,
  by: OrganizationAuthor,
  activity: 'replayed' | 'discarded',
  letters: readonly DeadLetter[],
  work: (letter: DeadLetter) => Promise<unknown>,
): Promise<number> {
  const outcome: { failure: Error | null } = { failure: null };
  const done = await recordDeadLetters(database, by, activity, async () => {
    const ids: string[] = [];
    for (const letter of letters) {
      try {
        await work(letter);
      } catch (error) {
        outcome.failure = error as Error;
        break;
      }
      ids.push(letter.id);
    }
    return ids;
  });
  if (outcome.failure !== null) throw outcome.failure;
  return done;
}

function bodyOf(letter: DeadLetter) {
  return {
    id: letter.id,
    at: wireTime(letter.at),
    reason: letter.reason,
    attempts: letter.attempts,
    project_id: letter.projectId,
    event: letter.event,
    distinct_id: letter.distinctId,
    uuid: letter.uuid,
  };
}
