import type { Draft, Filter, PropertyName, Taxonomy, TimeRange } from './draft';
import { createEventNames } from './names/events';
import { createPropertyNames } from './names/properties';
import { readBreakdown } from './read/breakdown';
import { readEvents, unseenEvent, unseenEvents } from './read/events';
import { readFilters } from './read/filters';
import { readComparison, readInterval } from './read/interval';
import { readMeasure, readPerUser } from './read/measure';
import type { Prompt } from './read/prompt';
import { createPrompt } from './read/prompt';
import { markSteps, readSteps } from './read/steps';
import { DEFAULT_RANGE, readTimeRange } from './read/time-range';
import { writeRows } from './write/rows';
import { writeSequence } from './write/sequence';
import { writeTrend } from './write/trend';

const ASKS_FOR_CONVERSION = /\b(?:conversion(?:s)?(?:\s+rate)?|converted?|funnel|drop[- ]?off)\b/i;
const ASKS_HOW_MANY = /\b(?:how many|number of|count(?: of)?)\b/i;
const ASKS_FOR_PEOPLE =
  /\b(?:users?|people|persons?|visitors?|customers?|who)\s+(?:who|that|which)?\b/i;
const ASKS_FOR_ROWS = /\b(?:latest|newest|most recent|recent|last)\s+(?:(\d{1,4})\s+)?(?=\p{L})/iu;
/** Words for tasks that the drafter does not support. */
const BEYOND =
  /\b(?:retention|retained|cohort analysis|lifecycle|stickiness|forecast|predict|churn)\b/i;
const MAX_ROWS = 1_000;

/** The parts of a prompt that are read before the events. */
interface Parts {
  readonly range: TimeRange;
  readonly filters: readonly Filter[];
  readonly breakdowns: readonly PropertyName[];
  readonly limit: number | null;
}

/**
 * Drafts a HogQL statement for an English question about a project's events, by fixed rules: the same prompt, names and
 * day give the same statement. `notes` names the words that were not used. The statement contains text of the prompt
 * only as escaped constants and identifiers.
 *
 * @param now the time that determines the year of a month without a year
 */
export function draftQuery(text: string, taxonomy: Taxonomy, now: Date): Draft {
  const notes: string[] = [];
  const note = (line: string): void => {
    if (!notes.includes(line)) notes.push(line);
  };
  const events = createEventNames(taxonomy);
  const properties = createPropertyNames(taxonomy);
  const prompt = createPrompt(text);

  const beyond = prompt.take(BEYOND);
  if (beyond !== null) {
    return {
      outcome: 'unclear',
      reason: `Questions about ${beyond[0].toLowerCase()} cannot be drafted; ask for numbers of events or people, or for people who did one thing and then another.`,
    };
  }
  const wantsConversion = ASKS_FOR_CONVERSION.test(prompt.rest);
  const howMany = ASKS_HOW_MANY.test(prompt.rest);
  const compare = readComparison(prompt);
  const given = readTimeRange(prompt, now);
  const wantsRows = given === null || !/\blast\b/i.test(prompt.rest) ? readRowsWish(prompt) : null;
  const interval = readInterval(prompt);
  const filters = readFilters(prompt, properties, note);
  const perUser = readPerUser(prompt);
  const breakdown = readBreakdown(prompt, properties, note);
  const range = given ?? DEFAULT_RANGE;
  const parts: Parts = {
    range,
    filters,
    breakdowns: breakdown.properties,
    limit: breakdown.limit,
  };

  markSteps(prompt, wantsConversion);
  const steps = readSteps(prompt, events, note);
  const measure = steps === null ? (readMeasure(prompt, properties, note) ?? perUser) : null;
  const seen = steps === null ? readEvents(prompt.rest, events) : { events: [], leftover: [] };
  const found = seen.events.length > 0 ? seen : unseenEvents(seen, prompt.rest, events);
  if (seen.events.length === 0) for (const name of found.events) note(unseenEvent(name));
  if (found.leftover.length > 0) note(`Not understood: ${found.leftover.slice(0, 20).join(', ')}.`);
  const isPeople = ASKS_FOR_PEOPLE.test(text) && / who | that /i.test(text);

  if (steps !== null || (isPeople && found.events.length > 0 && interval === null)) {
    if (given === null) note(NO_RANGE);
    const result = wantsConversion ? 'conversion' : howMany || !isPeople ? 'count' : 'people';
    const sql = writeSequence({
      ...parts,
      steps: steps ?? { events: found.events.slice(0, 1), excluded: [] },
      result,
      breakdown: parts.breakdowns[0] ?? null,
    });
    return { outcome: 'drafted', sql, notes };
  }
  const somethingFound =
    found.events.length + parts.breakdowns.length + filters.length > 0 || measure !== null;
  if (!somethingFound && (found.leftover.length > 0 || !asksForEvents(text))) {
    return { outcome: 'unclear', reason: unclearReason(found.leftover) };
  }
  if (given === null) note(NO_RANGE);
  if (
    wantsRows !== null &&
    measure === null &&
    parts.breakdowns.length === 0 &&
    interval === null
  ) {
    const sql = writeRows({ ...parts, events: found.events, limit: wantsRows });
    return { outcome: 'drafted', sql, notes };
  }
  if (compare && interval !== null) note('A comparison is of totals, not over time.');
  if (compare && range.previousFrom === null)
    note('There is nothing before this span to compare with.');
  const sql = writeTrend({
    ...parts,
    events: found.events,
    measure: measure ?? { kind: 'events' },
    interval,
    compare,
  });
  return { outcome: 'drafted', sql, notes };
}

const NO_RANGE = 'No time was given: the last 30 days.';

function readRowsWish(prompt: Prompt): number | null {
  const match = prompt.take(ASKS_FOR_ROWS);
  return match && Math.min(MAX_ROWS, Math.max(1, Number(match[1] ?? 100)));
}

/** Whether the prompt asks for events in general, such as `events per day`; this stands for all events. */
function asksForEvents(text: string): boolean {
  return /\b(?:events?|everything|activity|actions?)\b/i.test(text);
}

function unclearReason(leftover: readonly string[]): string {
  return leftover.length === 0
    ? 'The prompt does not say what to count. Name an event, as in "pageviews per day by browser in the last 30 days".'
    : `None of these is an event or property of this project: ${leftover.slice(0, 20).join(', ')}.`;
}
