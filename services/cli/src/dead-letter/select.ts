import type { DeadLetter, DeadLetters } from '@tidemark/ingest-log';
import { isLetterId, matchingLetters } from '@tidemark/ingest-log';
import { CommandError, EXIT } from '../exit-codes';

/** The selection of dead letters: either `id`, or `all`, or a filter by reason and project. */
export interface Selection {
  readonly id?: string;
  readonly all?: boolean;
  /** Part of the reason. */
  readonly reason?: string;
  readonly project?: number;
}

/**
 * The selected letters, oldest first.
 *
 * @throws CommandError if there is no letter with the selected id.
 */
export async function* selectLetters(
  letters: DeadLetters,
  selection: Selection,
): AsyncGenerator<DeadLetter> {
  if (selection.id === undefined) yield* matchingLetters(letters, selection);
  else yield await findLetter(letters, selection.id);
}

/** @throws CommandError if there is no letter with this id. */
export async function findLetter(letters: DeadLetters, id: string): Promise<DeadLetter> {
  const letter = isLetterId(id) ? await letters.find(id) : null;
  if (letter === null)
    throw new CommandError(
      `there is no dead letter ${id}. dead-letter list shows the ids.`,
      EXIT.notFound,
    );
  return letter;
}

/** @throws CommandError unless exactly one way of selection is given. */
export function checkSelection(selection: Selection): void {
  const { id, all, reason, project } = selection;
  const isFiltered = reason !== undefined || project !== undefined;
  const ways = [id !== undefined, all === true, isFiltered].filter(Boolean).length;
  if (ways === 1) return;
  throw new CommandError(
    'choose the dead letters: --id <id>, or --all, or --reason <text> and --project <id>',
    EXIT.usage,
  );
}
