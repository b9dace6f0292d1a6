import type { DeadLetter, DeadLetters } from '@tidemark/redis';
import { CommandError, EXIT } from '../exit-codes';

/** Which dead letters a command means; exactly one of the first three, or a filter. */
export interface Selection {
  readonly id?: string;
  readonly all?: boolean;
  /** Part of the reason. */
  readonly reason?: string;
  readonly project?: number;
}

const PAGE = 100;

/**
 * The letters meant, oldest first, read page by page. What is added after the call began is not among
 * them: a replay that fails again must not be replayed for ever.
 *
 * @throws CommandError when one is asked for by id and is not there.
 */
export async function* selectLetters(
  letters: DeadLetters,
  selection: Selection,
): AsyncGenerator<DeadLetter> {
  if (selection.id !== undefined) {
    yield await findLetter(letters, selection.id);
    return;
  }
  let left = await letters.count();
  for (let after: string | null = null; left > 0;) {
    const page = await letters.list(Math.min(PAGE, left), after);
    for (const letter of page.letters) if (matches(letter, selection)) yield letter;
    if (page.after === null) return;
    left -= page.letters.length;
    after = page.after;
  }
}

/** @throws CommandError when there is none of this id. */
export async function findLetter(letters: DeadLetters, id: string): Promise<DeadLetter> {
  const letter = /^\d{1,16}-\d{1,16}$/.test(id) ? await letters.find(id) : null;
  if (letter === null)
    throw new CommandError(
      `there is no dead letter ${id}. dead-letter list shows the ids.`,
      EXIT.notFound,
    );
  return letter;
}

/** @throws CommandError unless the command line says what is meant, and only once. */
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

function matches({ reason, projectId }: DeadLetter, selection: Selection): boolean {
  return (
    (selection.reason === undefined || reason.includes(selection.reason)) &&
    (selection.project === undefined || projectId === selection.project)
  );
}
