import type { DeadLetter, DeadLetters } from '@tidemark/ingest-log';
import type { Terminal } from '../terminal';
import { table } from '../terminal';
import type { Selection } from './select';
import { checkSelection, findLetter, selectLetters } from './select';
import { detailsOf, SUMMARY_HEADER, summaryOf, summaryRow } from './view';

/** The dependencies of the commands. */
export interface DeadLetterContext {
  readonly letters: DeadLetters;
  readonly terminal: Terminal;
  readonly json: boolean;
}

/** Prints up to `limit` letters, and the number of all letters. */
export async function listLetters(
  { letters, terminal, json }: DeadLetterContext,
  selection: Selection,
  limit: number,
): Promise<void> {
  const shown: DeadLetter[] = [];
  for await (const letter of selectLetters(letters, selection)) {
    shown.push(letter);
    if (shown.length >= limit) break;
  }
  const total = await letters.count();
  if (json) {
    terminal.out(JSON.stringify({ total, dead_letters: shown.map(summaryOf) }));
    return;
  }
  if (shown.length > 0) terminal.out(table(SUMMARY_HEADER, shown.map(summaryRow)));
  terminal.out(`${shown.length} of ${total} dead letters`);
}

/** Prints one letter with its record, always as JSON. */
export async function showLetter(
  { letters, terminal }: DeadLetterContext,
  id: string,
): Promise<void> {
  terminal.out(JSON.stringify(detailsOf(await findLetter(letters, id)), null, 2));
}

/** Replays letters. A record that fails again becomes a dead letter with a higher number of attempts. */
export async function replayLetters(
  { letters, terminal, json }: DeadLetterContext,
  selection: Selection,
): Promise<void> {
  checkSelection(selection);
  let replayed = 0;
  for await (const letter of selectLetters(letters, selection)) {
    await letters.replay(letter);
    replayed += 1;
  }
  terminal.out(json ? JSON.stringify({ replayed }) : `${replayed} replayed`);
}

/** Deletes letters permanently; each is printed before its deletion as one line of JSON. */
export async function discardLetters(
  { letters, terminal, json }: DeadLetterContext,
  selection: Selection,
): Promise<void> {
  checkSelection(selection);
  let discarded = 0;
  for await (const letter of selectLetters(letters, selection)) {
    terminal.out(JSON.stringify(detailsOf(letter)));
    await letters.discard(letter);
    discarded += 1;
  }
  if (json) terminal.out(JSON.stringify({ discarded }));
  else terminal.err(`${discarded} discarded`);
}
