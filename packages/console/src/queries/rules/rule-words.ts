import { needsValue } from './rule';
import type { Detector, Rule, RuleKind, WireCondition } from './rule';

interface KindWords {
  readonly value: RuleKind;
  readonly label: string;
  /** A sentence about the kind, shown in the form. */
  readonly about: string;
}

export const RULE_KINDS: readonly KindWords[] = [
  { value: 'drop', label: 'Drop', about: 'The event is not stored.' },
  {
    value: 'sample',
    label: 'Sample',
    about: 'The events of a share of the distinct ids are kept. All other events are dropped.',
  },
  {
    value: 'redact',
    label: 'Redact',
    about: 'Values are replaced by a word such as [email]. Ids of persons are hashed instead.',
  },
  {
    value: 'hash',
    label: 'Hash',
    about: 'Values are replaced by a keyed hash: equal values stay equal.',
  },
  { value: 'rename', label: 'Rename', about: 'An event or a property gets another name.' },
  { value: 'set', label: 'Set', about: 'A property gets a constant value.' },
  {
    value: 'schema',
    label: 'Check a schema',
    about: 'Properties are checked for their type and values.',
  },
];

export const RULE_FIELDS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'event', label: 'event name' },
  { value: 'distinct_id', label: 'distinct id' },
  { value: 'ip', label: 'IP address' },
  { value: 'user_agent', label: 'user agent' },
  { value: 'property', label: 'property' },
];

export const RULE_OPERATORS: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'exact', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'icontains', label: 'contains' },
  { value: 'not_icontains', label: 'does not contain' },
  { value: 'starts_with', label: 'starts with' },
  { value: 'regex', label: 'matches the pattern' },
  { value: 'not_regex', label: 'does not match the pattern' },
  { value: 'gt', label: 'is greater than' },
  { value: 'lt', label: 'is less than' },
  { value: 'is_set', label: 'is set' },
  { value: 'is_not_set', label: 'is not set' },
  { value: 'in_range', label: 'is in the address range' },
];

export const DETECTORS: readonly { readonly value: Detector; readonly label: string }[] = [
  { value: 'email', label: 'E-mail addresses' },
  { value: 'card', label: 'Card numbers' },
  { value: 'iban', label: 'IBANs' },
  { value: 'token', label: 'Tokens and keys' },
];

const DETECTED: Readonly<Record<string, string>> = {
  email: 'e-mail addresses',
  card: 'card numbers',
  iban: 'IBANs',
  token: 'tokens',
};

/** The label of a kind. */
export function kindWords(kind: RuleKind): string {
  return RULE_KINDS.find(({ value }) => value === kind)?.label ?? kind;
}

/** Describes what a rule does, and for which events. */
export function ruleWords(rule: Pick<Rule, 'kind' | 'config' | 'conditions'>): string {
  const { kind, config, conditions } = rule;
  const events =
    conditions.length === 0
      ? 'in all events'
      : `if ${conditions.map(conditionWords).join(' and ')}`;
  return `${effectWords(kind, config)} ${events}`;
}

function effectWords(kind: RuleKind, config: Rule['config']): string {
  const word = (key: string): string => textOf(config[key]);
  switch (kind) {
    case 'drop':
      return 'Drop the event';
    case 'sample':
      return `Keep ${Math.round(Number(config['rate']) * 1e4) / 100} % of the distinct ids`;
    case 'redact':
    case 'hash':
      return `${kind === 'redact' ? 'Redact' : 'Hash'} ${sensitiveWords(config)}`;
    case 'rename':
      return `Rename the ${word('what')} ${word('from')} to ${word('to')}`;
    case 'set':
      return `Set ${word('property')} to ${textOf(config['value'])}`;
    case 'schema': {
      const names = listOf(config['properties']).map((entry) =>
        textOf((entry as Readonly<Record<string, unknown>>)['name']),
      );
      const then = config['on_violation'] === 'drop' ? 'drop' : 'warn';
      return `Check ${names.join(', ')}, else ${then},`;
    }
  }
}

function sensitiveWords(config: Rule['config']): string {
  const found = listOf(config['detectors']).map((name) => DETECTED[String(name)] ?? String(name));
  return [...listOf(config['properties']).map(String), ...found].join(', ');
}

function conditionWords({ field, key, operator = 'exact', value }: WireCondition): string {
  const label = RULE_FIELDS.find((known) => known.value === field)?.label ?? field;
  const subject = field === 'property' ? (key ?? '') : label;
  const verb = RULE_OPERATORS.find((known) => known.value === operator)?.label ?? operator;
  const words = needsValue(operator) ? ` ${listOf(value).map(textOf).join(' or ')}` : '';
  return `${subject} ${verb}${words}`;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
