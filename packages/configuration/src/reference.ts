import { z } from 'zod';
import type { ConfiguredProcess } from './schemas';
import { schemas } from './schemas';

interface Row {
  readonly name: string;
  readonly processes: ConfiguredProcess[];
  /** The default value as text, with the processes that have it. */
  readonly defaults: Map<string, ConfiguredProcess[]>;
  readonly limits: string;
  readonly meaning: string;
}

/** The tables of the configuration page in Markdown, made from the schemas that the processes use. */
export function referencePage(): string {
  const { standalone: start, ...services } = schemas;
  return [
    '### `npm start` (standalone)',
    '',
    'Variables of the services below reach them through `npm start`, too.',
    '',
    ...table(rowsOf({ standalone: start }), ['Variable', 'Default', 'Meaning'], (row) => [
      code(row.name),
      defaultsText(row),
      meaningText(row),
    ]),
    '',
    '### The services alone',
    '',
    ...table(rowsOf(services), ['Variable', 'Read by', 'Default', 'Meaning'], (row) => [
      code(row.name),
      row.processes.length === Object.keys(services).length ? 'all' : row.processes.join(', '),
      defaultsText(row),
      meaningText(row),
    ]),
    '',
  ].join('\n');
}

function rowsOf(processes: Partial<Record<ConfiguredProcess, z.ZodObject>>): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const [process, schema] of Object.entries(processes) as [ConfiguredProcess, z.ZodObject][]) {
    for (const [name, field] of Object.entries(schema.shape)) {
      const type = field as z.ZodType;
      const row = rows.get(name) ?? {
        name,
        processes: [],
        defaults: new Map<string, ConfiguredProcess[]>(),
        limits: limitsOf(type),
        meaning: type.description ?? '',
      };
      row.processes.push(process);
      const text = defaultOf(type);
      row.defaults.set(text, [...(row.defaults.get(text) ?? []), process]);
      rows.set(name, row);
    }
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function defaultOf(type: z.ZodType): string {
  const found = type.safeParse(undefined);
  if (!found.success) return 'required';
  const { default: text } = describe(type);
  return text === undefined ? 'unset' : code(String(text));
}

interface Described {
  readonly default?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
}

/** The JSON Schema of the input of a type. */
function describe(type: z.ZodType): Described {
  return z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Described;
}

function limitsOf(type: z.ZodType): string {
  const { enum: values, minimum, maximum, minLength } = describe(type);
  if (values !== undefined) return values.map(code).join(', ');
  if (minLength !== undefined && minLength > 1) return `at least ${minLength} characters`;
  const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (minimum !== undefined && bounded) return `${minimum} to ${maximum}`;
  if (bounded) return `at most ${maximum}`;
  return minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? `at least ${minimum}` : '';
}

function defaultsText({ defaults }: Row): string {
  if (defaults.size === 1) return [...defaults.keys()].join('');
  return [...defaults].map(([text, processes]) => `${text} (${processes.join(', ')})`).join(', ');
}

const meaningText = ({ meaning, limits }: Row): string =>
  limits === '' ? meaning : `${meaning} (${limits})`;

const code = (text: string): string => `\`${text}\``;

function table(
  rows: readonly Row[],
  header: readonly string[],
  cells: (row: Row) => readonly string[],
): string[] {
  const line = (texts: readonly string[]): string => `| ${texts.map(escaped).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map((row) => line(cells(row)))];
}

const escaped = (text: string): string => text.replaceAll('|', '\\|');
