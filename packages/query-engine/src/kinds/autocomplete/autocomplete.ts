import type { HogQLAutocompleteBody } from '@tidemark/contracts';
import { hogQLAutocompleteSchema } from '@tidemark/contracts';
import type { DescribedField, Place, Question } from '@tidemark/hogql';
import { functionNames, placeOf, questionAt } from '@tidemark/hogql';
import { MAX_SYSTEM_ROWS } from '../../plan/metadata';
import { referencedTables } from '../../plan/referenced-tables';
import { mayReadTable } from '../../plan/table-access';
import { describedTables } from '../database-schema/described-tables';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { timingsOf } from '../timings';
import type { Suggestion } from './suggestion';
import { suggestion } from './suggestion';

/** The maximum number of properties in one response. */
const MAX_PROPERTIES = 220;

interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** True if there are more suggestions: the editor must send another request when the user types. */
  readonly incomplete_list: boolean;
}

const NONE: Suggestions = { suggestions: [], incomplete_list: false };

/** Suggestions for a position in a text (`docs/wire/query-kinds.md#autocomplete`). */
export const hogQLAutocomplete: QueryKindDefinition<HogQLAutocompleteBody> = {
  ...CALCULATED,
  kind: 'HogQLAutocomplete',
  schema: hogQLAutocompleteSchema,
  staleness: 'not_stored',
  async respond(body, context) {
    const { source, shift } = statementText(body);
    const question = questionAt(source, body.startPosition + shift, body.endPosition + shift);
    const word = body.query.slice(body.startPosition, body.endPosition);
    const found = question === null ? NONE : await suggestionsFor(question, word, context);
    return { ...found, timings: timingsOf(body, context) };
  },
};

/** The expression as part of a SELECT over the first rows of its source. */
function statementText({ language, query, sourceQuery }: HogQLAutocompleteBody): {
  readonly source: string;
  readonly shift: number;
} {
  const [before, after] =
    language === 'hogQLExpr'
      ? ['select ', '']
      : language === 'hogTemplate'
        ? ["select f'", "'"]
        : ['', null];
  if (after === null) return { source: query, shift: 0 };
  const text = sourceQuery?.['query'];
  const [table = 'events'] = typeof text === 'string' ? referencedTables(text) : [];
  return { source: `${before}${query}${after} from ${table}`, shift: before.length };
}

async function suggestionsFor(
  question: Question,
  word: string,
  { lookups, project }: KindContext,
): Promise<Suggestions> {
  switch (question.about) {
    case 'cohort': {
      if (!mayReadTable(project, 'system.cohorts')) return NONE;
      const cohorts = await lookups.findCohorts(project.id);
      return complete(
        cohorts.map(({ id, name }) =>
          suggestion(name ?? String(id), 'Value', 'Cohort', String(id)),
        ),
      );
    }
    case 'placeholder':
      return complete(await placeholders(question.path, { lookups, project }));
    default:
  }
  const tables = await describedTables(lookups, project);
  if (question.about === 'table') {
    const names = namesBelow(question.path, [...question.ctes, ...tables.keys()]);
    return complete(names.map((name) => suggestion(name, 'Folder', 'Table')));
  }
  const place = placeOf(question.path, question.tables, tables);
  if (place.kind === 'properties') return properties(place, word, { lookups, project });
  const fields = place.fields.map(fieldSuggestion);
  if (question.path.length > 0) return complete(fields);
  const aliases = question.tables
    .filter(({ alias, table }) => alias !== '' && alias !== table)
    .map(({ alias }) => suggestion(alias, 'Folder', 'Table'));
  const functions = functionNames().map((name) =>
    suggestion(name, 'Function', 'Function', `${name}()`),
  );
  return complete([...aliases, ...fields, ...functions]);
}

/** The names after a prefix: `actions` of `system.actions` after `system.`. */
function namesBelow(path: readonly string[], names: readonly string[]): readonly string[] {
  const prefix = path.map((step) => `${step}.`).join('');
  const below = names.filter((name) => name.startsWith(prefix));
  return [...new Set(below)].map((name) => name.slice(prefix.length));
}

function complete(suggestions: readonly Suggestion[]): Suggestions {
  return { suggestions, incomplete_list: false };
}

async function placeholders(
  path: readonly string[],
  { lookups, project }: Pick<KindContext, 'lookups' | 'project'>,
): Promise<readonly Suggestion[]> {
  if (path.join('.') === 'variables') {
    const table = 'system.insight_variables';
    if (!mayReadTable(project, table)) return [];
    const rows = await lookups.metadata.systemRows(project.id, table, MAX_SYSTEM_ROWS);
    const codes = rows.map(({ code_name: code }) => code);
    return codes
      .filter((code) => typeof code === 'string')
      .map((code) => suggestion(code, 'Variable', 'Placeholder'));
  }
  const names: Readonly<Record<string, readonly string[]>> = {
    '': ['filters', 'variables'],
    filters: ['dateRange'],
    'filters.dateRange': ['from', 'to'],
  };
  return (names[path.join('.')] ?? []).map((name) => suggestion(name, 'Variable', 'Placeholder'));
}

async function properties(
  { owner }: Place & { readonly kind: 'properties' },
  word: string,
  { lookups, project }: Pick<KindContext, 'lookups' | 'project'>,
): Promise<Suggestions> {
  const found = await lookups.findProperties(project.id, owner, word, MAX_PROPERTIES + 1);
  return {
    suggestions: found
      .slice(0, MAX_PROPERTIES)
      .map(({ name, propertyType }) => suggestion(name, 'Property', propertyType ?? 'String')),
    incomplete_list: found.length > MAX_PROPERTIES,
  };
}

const DETAILS: Readonly<Record<string, string>> = {
  string: 'String',
  integer: 'Integer',
  float: 'Float',
  decimal: 'Decimal',
  boolean: 'Boolean',
  datetime: 'DateTime',
  date: 'Date',
  array: 'Array',
  json: 'Object',
  lazy_table: 'Table',
  virtual_table: 'Table',
};

function fieldSuggestion({ name, type }: DescribedField): Suggestion {
  const isTable = type === 'lazy_table' || type === 'virtual_table';
  return suggestion(name, isTable ? 'Folder' : 'Variable', DETAILS[type] ?? null);
}
