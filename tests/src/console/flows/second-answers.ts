import type { ApiClient } from '../../test-support/api-client';

/** Independent answers to the questions of `questions-flow.ts`, computed from single events without insight queries. */

const DAY_MS = 86_400_000;
const WINDOW_MS = 14 * DAY_MS;
const MOST_ROWS = 50_000;

/**
 * For each campaign, the formatted share of its people who returned in the week after their first event. A person
 * belongs to the campaign that the person properties contained when the event was stored.
 */
export async function campaignsThatBringPeopleBack(
  api: ApiClient,
  project: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = (await api.hogql(
    project,
    `select campaign, countIf(has(weeks, addWeeks(first, 1))) / count()
    from (
      select person_id, person.properties.$initial_utm_campaign as campaign,
        min(toStartOfWeek(timestamp)) as first, groupUniqArray(toStartOfWeek(timestamp)) as weeks
      from events group by person_id, campaign
    )
    where first >= toStartOfWeek(now() - interval 30 day) and first <= addWeeks(toStartOfWeek(now()), -2)
    group by campaign`,
  )) as [string | null, number][];
  return new Map(rows.map(([campaign, share]) => [campaign ?? '(none)', percent(share)]));
}

/**
 * Returns a function that maps `name = value` to the number of people with this property who converted, and of those
 * who did not: `12 of 30`.
 */
export async function conversionsOfFunnel(
  api: ApiClient,
  project: number,
  steps: readonly string[],
): Promise<(property: string) => string> {
  const outcomes = new Map<string, boolean>();
  for (const [person, events] of await eventsByPerson(api, project, steps)) {
    if (!events.some(({ event }) => event === steps[0])) continue;
    outcomes.set(
      person,
      events.some((_, at) => takes(events.slice(at), steps)),
    );
  }
  const people = (await api.hogql(
    project,
    `select id, properties from persons limit ${MOST_ROWS}`,
  )) as [string, string][];
  const properties = new Map(
    people.map(([id, text]) => [id, JSON.parse(text) as Record<string, unknown>]),
  );
  return (property) => {
    const [name = '', value = ''] = property.split(' = ');
    const having = [...outcomes].filter(([id]) => String(properties.get(id)?.[name]) === value);
    const converted = having.filter(([, hasConverted]) => hasConverted).length;
    return `${converted} of ${having.length - converted}`;
  };
}

/** The keys of the companies that have events, but not in the last days. */
export async function companiesThatStopped(
  api: ApiClient,
  project: number,
  days: number,
): Promise<ReadonlySet<string>> {
  const named = async (condition: string): Promise<Set<string>> => {
    const query = `select distinct $group_0 from events where $group_0 != '' and ${condition}`;
    return new Set((await api.hogql(project, query)).map(([key]) => String(key)));
  };
  const active = await named(`timestamp >= now() - interval ${days} day`);
  return new Set([...(await named('true'))].filter((key) => !active.has(key)));
}

/**
 * For each value of the flag: the value, the number of people who got it, and how many of them reached the goal within
 * 14 days; sorted.
 */
export async function effectOfFlag(
  api: ApiClient,
  project: number,
  flag: string,
  goal: string,
): Promise<readonly (readonly string[])[]> {
  const called = '$feature_flag_called';
  const counts = new Map<string, { people: number; reached: number }>();
  for (const events of (await eventsByPerson(api, project, [called, goal])).values()) {
    const first = events.find((one) => one.event === called && one.flag === flag);
    if (first === undefined) continue;
    const count = counts.get(first.response) ?? { people: 0, reached: 0 };
    count.people += 1;
    if (events.some((_, at) => takes(events.slice(at), [called, goal]))) count.reached += 1;
    counts.set(first.response, count);
  }
  return [...counts]
    .map(([value, { people, reached }]) => [value, String(people), String(reached)])
    .toSorted();
}

interface Event {
  readonly event: string;
  readonly atMs: number;
  readonly flag: string;
  readonly response: string;
}

/** The events of the last 30 days, beginning at midnight as in insights. */
async function eventsByPerson(
  api: ApiClient,
  project: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly Event[]>> {
  const list = names.map((name) => `'${name}'`).join(', ');
  const rows = (await api.hogql(
    project,
    `select person_id, event, toUnixTimestamp64Milli(timestamp), properties.$feature_flag, properties.$feature_flag_response
    from events where event in (${list}) and timestamp >= toStartOfDay(now() - interval 30 day)
    order by timestamp limit ${MOST_ROWS}`,
  )) as [string, string, number, string | null, string | null][];
  const byPerson = new Map<string, Event[]>();
  for (const [person, event, atMs, flag, response] of rows) {
    const known = byPerson.get(person) ?? [];
    known.push({ event, atMs, flag: flag ?? '', response: response ?? '' });
    byPerson.set(person, known);
  }
  return byPerson;
}

/** Whether the first event is the first step, and the other steps follow within the window. */
function takes(events: readonly Event[], [first, ...steps]: readonly string[]): boolean {
  const [begin, ...rest] = events;
  if (begin === undefined || begin.event !== first) return false;
  let at = 0;
  for (const { event, atMs } of rest) {
    if (atMs > begin.atMs + WINDOW_MS) break;
    if (event === steps[at]) at += 1;
  }
  return at === steps.length;
}

/** Formats a share as the console does: `12.3%`. */
function percent(share: number): string {
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }).format(
    share,
  );
}
