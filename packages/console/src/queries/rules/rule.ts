/** The kinds of ingestion rules. */
export type RuleKind = 'drop' | 'sample' | 'redact' | 'hash' | 'rename' | 'set' | 'schema';
export type Detector = 'email' | 'card' | 'iban' | 'token';
export type ValueType = 'string' | 'number' | 'boolean' | 'datetime' | 'array' | 'object';

/** A rule in its wire format (`docs/ingestion-rules.md`). */
export interface Rule {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly kind: RuleKind;
  readonly conditions: readonly WireCondition[];
  readonly config: Readonly<Record<string, unknown>>;
  readonly order: number;
  readonly version: number;
  readonly updated_at: string;
}

export interface WireCondition {
  readonly field: string;
  readonly key?: string;
  readonly operator?: string;
  readonly value?: unknown;
}

/** The body of a request that saves a rule. */
export type RuleBody = Pick<Rule, 'name' | 'enabled' | 'kind' | 'conditions' | 'config'>;

/** A condition in the form. Several values are written one per line. */
export interface ConditionDraft {
  readonly field: string;
  readonly key: string;
  readonly operator: string;
  readonly values: string;
}

/** The expectation of a schema about one property. Several values are written one per line. */
export interface ExpectedDraft {
  readonly name: string;
  readonly type: ValueType | '';
  readonly isRequired: boolean;
  readonly values: string;
}

/** The fields of a rule that the form edits. Settings of other kinds are kept in the draft until the rule is saved. */
export interface RuleDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly kind: RuleKind;
  readonly conditions: readonly ConditionDraft[];
  /** For `sample`: the percentage of events that is kept. */
  readonly percent: string;
  /** For `redact` and `hash`: names of properties, one per line. */
  readonly properties: string;
  readonly detectors: readonly Detector[];
  readonly renamed: 'event' | 'property';
  readonly from: string;
  readonly to: string;
  readonly property: string;
  /** For `set`: a text, a number or JSON. */
  readonly value: string;
  readonly isOfPerson: boolean;
  readonly overwrites: boolean;
  readonly expected: readonly ExpectedDraft[];
  readonly drops: boolean;
}

export const NEW_CONDITION: ConditionDraft = {
  field: 'event',
  key: '',
  operator: 'exact',
  values: '',
};
export const NEW_EXPECTED: ExpectedDraft = { name: '', type: '', isRequired: false, values: '' };

export const NEW_RULE: RuleDraft = {
  name: '',
  enabled: true,
  kind: 'drop',
  conditions: [NEW_CONDITION],
  percent: '10',
  properties: '',
  detectors: [],
  renamed: 'property',
  from: '',
  to: '',
  property: '',
  value: '',
  isOfPerson: false,
  overwrites: true,
  expected: [NEW_EXPECTED],
  drops: false,
};

export function draftOf({ name, enabled, kind, conditions, config }: Rule): RuleDraft {
  return {
    ...NEW_RULE,
    ...{ name, enabled, kind },
    conditions: conditions.map(({ field, key = '', operator = 'exact', value }) => ({
      ...{ field, key, operator, values: linesOf(value) },
    })),
    ...settingsOf(kind, config),
  };
}

function settingsOf(kind: RuleKind, config: Rule['config']): Partial<RuleDraft> {
  const text = (key: string): string => wordOf(config[key]);
  switch (kind) {
    case 'drop':
      return {};
    case 'sample':
      return { percent: String(Math.round(Number(config['rate']) * 1e8) / 1e6) };
    case 'redact':
    case 'hash':
      return {
        properties: linesOf(config['properties']),
        detectors: listOf(config['detectors']) as readonly Detector[],
      };
    case 'rename':
      return {
        renamed: config['what'] === 'event' ? 'event' : 'property',
        from: text('from'),
        to: text('to'),
      };
    case 'set': {
      const { value } = config;
      return {
        property: text('property'),
        value: typeof value === 'string' && typedValue(value) === value ? value : json(value),
        isOfPerson: config['person'] === true,
        overwrites: config['overwrite'] !== false,
      };
    }
    case 'schema':
      return {
        expected: listOf(config['properties']).map((entry) => {
          const { name, type, required, values } = entry as Readonly<Record<string, unknown>>;
          return {
            name: wordOf(name),
            type: wordOf(type) as ValueType | '',
            isRequired: required === true,
            values: linesOf(values),
          };
        }),
        drops: config['on_violation'] === 'drop',
      };
  }
}

/** The rule that a draft describes. It is complete if `ruleProblems` returns an empty list. */
export function bodyOf(draft: RuleDraft): RuleBody {
  const { name, enabled, kind, conditions } = draft;
  return {
    ...{ name: name.trim(), enabled, kind },
    conditions: conditions.map(({ field, key, operator, values }) => {
      const lines = valuesOf(values);
      return {
        ...{ field, operator },
        ...(field === 'property' && { key: key.trim() }),
        ...(needsValue(operator) && { value: lines.length === 1 ? lines[0] : lines }),
      };
    }),
    config: configOf(draft),
  };
}

function configOf(draft: RuleDraft): Rule['config'] {
  switch (draft.kind) {
    case 'drop':
      return {};
    case 'sample':
      return { rate: Number(draft.percent) / 100 };
    case 'redact':
    case 'hash':
      return { properties: valuesOf(draft.properties), detectors: draft.detectors };
    case 'rename':
      return { what: draft.renamed, from: draft.from.trim(), to: draft.to.trim() };
    case 'set':
      return {
        property: draft.property.trim(),
        value: typedValue(draft.value),
        person: draft.isOfPerson,
        overwrite: draft.overwrites,
      };
    case 'schema':
      return {
        properties: draft.expected.map(({ name, type, isRequired, values }) => {
          const lines = valuesOf(values);
          return {
            ...{ name: name.trim(), required: isRequired },
            ...(type !== '' && { type }),
            ...(lines.length > 0 && { values: lines.map((line) => valueOfType(type, line)) }),
          };
        }),
        on_violation: draft.drops ? 'drop' : 'warn',
      };
  }
}

export function needsValue(operator: string): boolean {
  return operator !== 'is_set' && operator !== 'is_not_set';
}

/** The reasons why the draft cannot be saved; empty if it can. */
export function ruleProblems(draft: RuleDraft): readonly string[] {
  const { conditions, kind } = draft;
  return [
    ...(draft.name.trim() === '' ? ['Enter a name for the rule.'] : []),
    ...conditions.flatMap(({ field, key, operator, values }, index) => [
      ...(field === 'property' && key.trim() === ''
        ? [`Enter the property of condition ${index + 1}.`]
        : []),
      ...(needsValue(operator) && valuesOf(values).length === 0
        ? [`Condition ${index + 1} needs a value.`]
        : []),
    ]),
    ...(kind === 'drop' && conditions.length === 0
      ? ['A rule that drops events needs a condition.']
      : []),
    ...configProblems(draft),
  ];
}

function configProblems(draft: RuleDraft): readonly string[] {
  switch (draft.kind) {
    case 'drop':
      return [];
    case 'sample': {
      const percent = draft.percent.trim() === '' ? Number.NaN : Number(draft.percent);
      return percent >= 0 && percent <= 100 ? [] : ['The share is a number from 0 to 100.'];
    }
    case 'redact':
    case 'hash':
      return valuesOf(draft.properties).length + draft.detectors.length > 0
        ? []
        : ['Enter a property or choose a detector.'];
    case 'rename': {
      const [from, to] = [draft.from.trim(), draft.to.trim()];
      if (from === '' || to === '') return ['Enter both names.'];
      return from === to ? ['The two names must differ.'] : [];
    }
    case 'set':
      return draft.property.trim() === '' ? ['Enter the property that is set.'] : [];
    case 'schema':
      return draft.expected.length === 0 || draft.expected.some(({ name }) => name.trim() === '')
        ? ['Enter a name for each expected property.']
        : [];
  }
}

/** The non-empty lines of a text. */
function valuesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function linesOf(value: unknown): string {
  return listOf(value).map(wordOf).join('\n');
}

function wordOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : json(value);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** The parsed value if the text is JSON, for example a number; otherwise the text. */
function typedValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON, so it is the value itself.
    return text;
  }
}

function valueOfType(type: ValueType | '', line: string): unknown {
  if (type === 'number' && Number.isFinite(Number(line))) return Number(line);
  if (type === 'boolean' && (line === 'true' || line === 'false')) return line === 'true';
  return line;
}
