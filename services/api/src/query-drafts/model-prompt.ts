import type { Taxonomy } from '@tidemark/query-drafter';
import type { ModelMessage } from './language-model';

/** The maximum number of names of each kind in a prompt; more would displace the question. */
const MAX_NAMES = 200;
const MAX_NAME_CHARACTERS = 100;

const RULES = `You write one HogQL SELECT statement (a dialect of ClickHouse SQL) that answers a question about product analytics.
Tables: events(uuid, event, timestamp, distinct_id, person_id, properties, person.properties), persons(id, created_at, properties), sessions.
Properties are read as properties.name or person.properties.name; a name with other characters stands in backticks.
People are counted by uniq(person_id). Time is bounded as in timestamp >= now() - INTERVAL 30 DAY, which is the default.
Use only names from the lists. Never use OFFSET, SETTINGS, FORMAT or system tables.
Answer with the statement in one \`\`\`sql block and nothing else. If the question cannot be answered from these data, answer UNCLEAR: and one sentence that says why.`;

/** The first prompt: names in the project and the question, but no personal data. */
export function firstMessages(
  question: string,
  taxonomy: Taxonomy,
  currentQuery: string | null,
): readonly ModelMessage[] {
  const list = (names: readonly string[]): string =>
    JSON.stringify(names.filter((name) => name.length <= MAX_NAME_CHARACTERS).slice(0, MAX_NAMES));
  const names = [
    `Events: ${list(taxonomy.events)}`,
    `Properties of events: ${list(taxonomy.eventProperties)}`,
    `Properties of persons: ${list(taxonomy.personProperties)}`,
  ].join('\n');
  const current = currentQuery === null ? '' : `\nThe statement so far:\n${currentQuery}`;
  return [
    { role: 'system', content: `${RULES}\n\n${names}` },
    { role: 'user', content: question + current },
  ];
}

/** The messages of the next attempt, which describe the mistake in the last response. */
export function repairMessages(response: string, mistake: string): readonly ModelMessage[] {
  return [
    { role: 'assistant', content: response },
    {
      role: 'user',
      content: `This statement is rejected: ${mistake}\nAnswer with a corrected statement in one \`\`\`sql block.`,
    },
  ];
}

export type ModelResponse =
  | { readonly kind: 'sql'; readonly sql: string }
  | { readonly kind: 'unclear'; readonly reason: string };

const MAX_REASON_CHARACTERS = 500;

/** The statement in a model's response: the first fenced block, or its whole text. */
export function readModelResponse(text: string): ModelResponse {
  const unclear = /^[ \t]*UNCLEAR:/m.exec(text);
  if (unclear !== null) {
    const [reason = ''] = text.slice(unclear.index).replace(unclear[0], '').trim().split('\n', 1);
    return { kind: 'unclear', reason: reason.trim().slice(0, MAX_REASON_CHARACTERS) };
  }
  const [, fenced, end] = text.split('```', 3);
  // The opening of a block is followed by its language.
  const sql = (end === undefined || fenced === undefined ? text : fenced.replace(/^\w+/, ''))
    .trim()
    .replace(/;\s*$/, '');
  return { kind: 'sql', sql };
}
