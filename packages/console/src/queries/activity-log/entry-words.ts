import type { FlagDraft, FlagFilters } from '../flags/flag';
import { flagDifferences } from '../flags/flag-words';
import type { QueryNode } from '../query-link';
import { unwrapQuery } from '../query-link';
import type { LogChange, LogEntry } from './entry';

/** A part of a thing before and after a change. */
export interface ChangeWords {
  readonly part: string;
  readonly before: string;
  readonly after: string;
}

/** The longest value that is shown; all of it is at the item. */
const VALUE_CHARACTERS = 200;

/** Who made a change. */
export function authorWords({ user }: LogEntry): string {
  return user === null ? 'A command on the server' : user.email;
}

const VERBS: Readonly<Record<string, string>> = {
  logged_in: 'signed in',
  logged_out: 'signed out',
  ended_sessions: 'ended sessions of their own',
  enabled_totp: 'added an authenticator app',
  disabled_totp: 'removed their authenticator app',
  added_passkey: 'added a passkey',
  removed_passkey: 'removed a passkey',
  used_recovery_code: 'used a recovery code',
  replaced_recovery_codes: 'made new recovery codes',
  linked_provider: 'linked their account at the sign-in provider',
};

/** What was done, between who did it and to what: "created", "signed in". */
export function verbWords({ activity }: LogEntry): string {
  return VERBS[activity] ?? activity.replaceAll('_', ' ');
}

/** Whether the user changed nothing but their own session: the sentence ends with the verb. */
export function isAboutAuthor({ activity }: LogEntry): boolean {
  return activity in VERBS;
}

/** What changed, part by part; empty for an entry that says all with its verb. */
export function changesOf({ scope, detail }: LogEntry): readonly ChangeWords[] {
  return detail.changes.flatMap((change) =>
    scope === 'FeatureFlag' && change.field === 'filters'
      ? flagChanges(change)
      : valueChanges(change),
  );
}

/** Conditions, variants and payloads of a flag, in the words of its editor. */
function flagChanges({ before, after }: LogChange): readonly ChangeWords[] {
  const draft = (filters: unknown): FlagDraft => ({
    key: '',
    name: '',
    active: true,
    filters: (filters ?? { groups: [] }) as FlagFilters,
  });
  return flagDifferences(draft(before), draft(after)).map(({ part, before: old, after: next }) => ({
    part,
    before: old || 'nothing',
    after: next || 'nothing',
  }));
}

function valueChanges({ field, action, before, after }: LogChange): readonly ChangeWords[] {
  const part = fieldWords(field);
  const [old, next] = [before ?? null, after ?? null];
  if (old === null && next === null) {
    const verb = { created: 'added', changed: 'replaced', deleted: 'removed' }[action];
    return [{ part, before: '', after: `${verb}; its value is not recorded` }];
  }
  if (!isStructure(old) || !isStructure(next)) {
    return [{ part, before: valueWords(old), after: valueWords(next) }];
  }
  return leafChanges(part, bareQuery(old), bareQuery(next));
}

/** A query without the node around it, which some clients store and others do not. */
function bareQuery(value: object): object {
  return typeof Reflect.get(value, 'kind') === 'string' ? unwrapQuery(value as QueryNode) : value;
}

/** Only the parts of two structures that differ, each named by its path. */
function leafChanges(path: string, before: unknown, after: unknown): readonly ChangeWords[] {
  if (!isStructure(before) || !isStructure(after)) {
    const [old, next] = [valueWords(before), valueWords(after)];
    return old === next ? [] : [{ part: path, before: old, after: next }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const label = Array.isArray(before) ? String(Number(name) + 1) : fieldWords(name);
    return leafChanges(`${path} › ${label}`, Reflect.get(before, name), Reflect.get(after, name));
  });
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** `first_name` and `firstName` are both "first name". */
function fieldWords(field: string | null): string {
  if (field === null) return 'it';
  const spaced = field.replace(/^\$/, '').replaceAll('_', ' ');
  return spaced.replaceAll(/([a-z])([A-Z])/g, (_, left: string, right: string) => {
    return `${left} ${right.toLowerCase()}`;
  });
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  if (text === '[]' || text === '{}') return 'nothing';
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text;
}
