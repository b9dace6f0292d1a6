import type { Steps } from '../draft';
import type { EventNames } from '../names/events';
import { readEvents, unseenEvent } from './events';
import type { Prompt } from './prompt';
import { NEVER, THEN } from './prompt';

const MAX_STEPS = 8;

/**
 * Replaces phrases such as `then` and `but never` by marks: before an event that follows another, and before an event
 * that must not happen.
 */
export function markSteps(prompt: Prompt, wantsConversion: boolean): void {
  const patterns: readonly (readonly [RegExp, string])[] = [
    [
      /,?\s*\b(?:but|and|who|that)\s+(?:then\s+)?(?:who\s+)?(?:did not|didn't|do not|don't|never|not|have not|haven't)\s+(?:ever\s+)?/i,
      NEVER,
    ],
    [/\b(?:without|did not|didn't|never|haven't|have not)\s+(?:ever\s+|doing\s+)?/i, NEVER],
    [/,?\s*\b(?:and\s+)?(?:then|afterwards|later|subsequently|next)\b/i, THEN],
    [/\b(?:followed by|and after that|before)\b/i, THEN],
    ...(wantsConversion ? [[/\b(?:to|into|and)\b/i, THEN] as const] : []),
  ];
  for (const [pattern, mark] of patterns) {
    for (let count = 0; count < MAX_STEPS && prompt.mark(pattern, mark); count += 1);
  }
}

/**
 * Reads one event from each part between the marks; null if there are no marks. A part with unknown words names an
 * event that this project has not seen; these words are its name.
 */
export function readSteps(
  prompt: Prompt,
  names: EventNames,
  note: (text: string) => void,
): Steps | null {
  const parts = prompt.rest.split(/([⇒⊘])/);
  const events: string[] = [];
  const excluded: string[] = [];
  const guesses: string[] = [];
  let mark = THEN;
  for (const part of parts) {
    if (part === THEN || part === NEVER) {
      mark = part;
      continue;
    }
    const name = eventOf(part, names, (guess) => guesses.push(guess));
    if (name !== null && events.length + excluded.length < MAX_STEPS) {
      (mark === NEVER ? excluded : events).push(name);
    }
    mark = THEN;
  }
  if (events.length + excluded.length < 2) return null;
  for (const guess of guesses) note(guess);
  return { events, excluded };
}

function eventOf(part: string, names: EventNames, note: (text: string) => void): string | null {
  const { events, leftover } = readEvents(part, names);
  const [known] = events;
  if (known !== undefined) return known;
  if (leftover.length === 0) return null;
  const name = leftover.slice(0, 4).join(' ');
  note(unseenEvent(name));
  return name;
}
