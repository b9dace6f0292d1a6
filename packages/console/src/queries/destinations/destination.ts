import { filtersOf } from '../filters/property-filter';
import type { PropertyFilter } from '../filters/property-filter';

/** A declaration of one input of a template. */
export interface InputDeclaration {
  readonly key: string;
  readonly type: 'string' | 'json' | 'dictionary' | 'choice' | 'boolean' | 'email';
  readonly label: string;
  readonly description?: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly default?: unknown;
  readonly choices?: readonly { readonly label: string; readonly value: string }[];
}

/** A template of destinations. */
export interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputs_schema: readonly InputDeclaration[];
  /** The filters of a template for internal events; null for a template that receives events of the project. */
  readonly filters: WireFilters | null;
}

/** `state` 1: healthy; 2: the latest delivery failed; 3: paused, nothing is sent until `retry_at`. */
interface DestinationStatus {
  readonly state: 1 | 2 | 3;
  readonly failing_since: string | null;
  readonly latest_error: string | null;
  readonly retry_at: string | null;
}

/** A destination in its wire format (`hog_functions`). */
export interface Destination {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly template_id: string;
  readonly inputs_schema: readonly InputDeclaration[];
  readonly inputs: Readonly<Record<string, StoredInput>>;
  readonly filters: WireFilters;
  readonly ordered: boolean;
  readonly status: DestinationStatus;
}

/** The API returns only whether a secret is set, not its value. */
type StoredInput =
  { readonly secret: true } | { readonly value: unknown; readonly templating?: unknown };

export interface WireFilters {
  /** `internal-events` for internal events; any other value for events of the project. */
  readonly source?: string;
  readonly events?: readonly WireSource[];
  readonly actions?: readonly WireSource[];
  readonly properties?: unknown;
  readonly filter_test_accounts?: boolean;
}

interface WireSource {
  readonly id: string | number | null;
  readonly name?: unknown;
  readonly properties?: unknown;
}

/** The events with one name, or of one action, with additional filters. */
export interface Source {
  readonly kind: 'events' | 'actions';
  /** The name of an event or the id of an action; null for any event. */
  readonly id: string | number | null;
  readonly name: string;
  readonly filters: readonly PropertyFilter[];
}

/** A name and its text. */
export type Pair = readonly [name: string, text: string];

/** The value of an input in the form. JSON is kept as text, a dictionary as pairs. */
export type InputDraft = string | boolean | readonly Pair[];

/** The fields of a destination that the form edits, without its secrets, because drafts are kept in the browser. */
export interface DestinationDraft {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, InputDraft>>;
  readonly sources: readonly Source[];
  readonly filters: readonly PropertyFilter[];
  readonly leavesOutTests: boolean;
  /** Whether the events of each distinct id are sent in their order. Drafts of earlier versions do not have this field. */
  readonly isOrdered?: boolean;
  /** Whether the destination receives internal events. Drafts of earlier versions do not have this field. */
  readonly isInternal?: boolean;
}

/** The secrets that the user typed, by key. An empty text keeps the stored secret. */
export type TypedSecrets = Readonly<Record<string, string>>;

export function newDraft({
  name,
  inputs_schema: declarations,
  filters,
}: Template): DestinationDraft {
  return {
    name,
    description: '',
    inputs: inputDrafts(declarations, ({ default: value }) => value),
    sources: filters === null ? [] : sourcesOf(filters),
    filters: [],
    leavesOutTests: false,
    isOrdered: false,
    isInternal: filters !== null,
  };
}

export function draftOf(destination: Destination): DestinationDraft {
  const { name, description, inputs, inputs_schema: declarations, filters } = destination;
  return {
    name,
    description,
    inputs: inputDrafts(declarations, ({ key, default: value }) => {
      const stored = inputs[key];
      if (stored === undefined) return value;
      return 'value' in stored ? stored.value : undefined;
    }),
    sources: sourcesOf(filters),
    filters: filtersOf(filters.properties),
    leavesOutTests: filters.filter_test_accounts === true,
    isOrdered: destination.ordered,
    isInternal: filters.source === 'internal-events',
  };
}

/** The events and actions in the filters of a destination. */
export function sourcesOf(filters: WireFilters): readonly Source[] {
  return [
    ...(filters.events ?? []).map((source) => sourceOf('events', source)),
    ...(filters.actions ?? []).map((source) => sourceOf('actions', source)),
  ];
}

function sourceOf(kind: Source['kind'], { id, name, properties }: WireSource): Source {
  const fallback = kind === 'actions' ? `Action ${String(id)}` : (id ?? 'All events');
  return {
    kind,
    id,
    name: typeof name === 'string' && name !== '' ? name : String(fallback),
    filters: filtersOf(properties),
  };
}

function inputDrafts(
  declarations: readonly InputDeclaration[],
  valueOf: (declaration: InputDeclaration) => unknown,
): Readonly<Record<string, InputDraft>> {
  return Object.fromEntries(
    declarations
      .filter(({ secret }) => !secret)
      .map((declaration) => [
        declaration.key,
        inputDraft(declaration.type, valueOf(declaration) ?? null),
      ]),
  );
}

function inputDraft(type: InputDeclaration['type'], value: unknown): InputDraft {
  switch (type) {
    case 'boolean':
      return value === true;
    case 'dictionary':
      return Object.entries(value ?? {}).map(([name, text]) => [name, textOf(text)]);
    case 'json':
      return value === null ? '' : JSON.stringify(value, null, 2);
    default:
      return textOf(value);
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a secret of a stored destination is set. */
export function isSecretStored(destination: Destination | null, key: string): boolean {
  return destination !== null && 'secret' in (destination.inputs[key] ?? {});
}

/** Sentences about missing or invalid inputs, by the key of the input. */
export function inputProblems(
  declarations: readonly InputDeclaration[],
  draft: DestinationDraft,
  isSecretGiven: (key: string) => boolean,
): Readonly<Record<string, string>> {
  const problems = declarations.flatMap((declaration): readonly Pair[] => {
    const { key, type, secret, required } = declaration;
    const given = draft.inputs[key];
    const isGiven = secret ? isSecretGiven(key) : given !== undefined && given !== '';
    if (required && !isGiven) return [[key, 'This is required.']];
    if (type === 'json' && typeof given === 'string' && given !== '' && !isJson(given)) {
      return [[key, 'This is not valid JSON.']];
    }
    return [];
  });
  return Object.fromEntries(problems);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The caller shows an error at the input.
    return false;
  }
}

/**
 * The body of a request that saves or tests a draft. Call it only with valid JSON (`inputProblems`).
 *
 * @param destination the stored destination, whose secrets and templating engines are kept; null for a new one
 */
export function bodyOf(
  templateId: string,
  declarations: readonly InputDeclaration[],
  draft: DestinationDraft,
  secrets: TypedSecrets,
  destination: Destination | null,
) {
  const inputs = declarations.flatMap(({ key, type, secret }): [string, unknown][] => {
    if (secret) {
      const typed = secrets[key] ?? '';
      if (typed !== '') return [[key, { value: typed }]];
      return isSecretStored(destination, key) ? [[key, { secret: true }]] : [];
    }
    const value = inputValue(type, draft.inputs[key]);
    if (value === null) return [];
    const stored = destination?.inputs[key];
    const templating =
      stored !== undefined && 'value' in stored && stored.templating !== undefined
        ? { templating: stored.templating }
        : {};
    return [[key, { value, ...templating }]];
  });
  return {
    type: draft.isInternal === true ? 'internal_destination' : 'destination',
    template_id: templateId,
    name: draft.name.trim(),
    description: draft.description,
    inputs: Object.fromEntries(inputs),
    filters: wireFilters(draft),
    ordered: draft.isOrdered === true,
  };
}

function inputValue(type: InputDeclaration['type'], draft: InputDraft | undefined): unknown {
  if (draft === undefined || draft === '') return null;
  if (type === 'json' && typeof draft === 'string') return JSON.parse(draft);
  if (type !== 'dictionary' || typeof draft !== 'object') return draft;
  return Object.fromEntries(draft.filter(([name]) => name.trim() !== ''));
}

function wireFilters({ sources, filters, leavesOutTests, isInternal }: DestinationDraft) {
  const of = (wanted: Source['kind']) =>
    sources
      .filter(({ kind }) => kind === wanted)
      .map(({ id, name, filters: own }, order) => ({
        ...{ id, name, type: wanted, order },
        ...(own.length > 0 && { properties: own }),
      }));
  if (isInternal === true) {
    return { source: 'internal-events' as const, events: of('events'), properties: filters };
  }
  return {
    source: 'events' as const,
    events: of('events'),
    actions: of('actions'),
    properties: filters,
    filter_test_accounts: leavesOutTests,
  };
}
