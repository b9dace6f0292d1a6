import type { FlagDraft, FlagFilters } from '../flags/flag';
import { flagDifferences } from '../flags/flag-words';
import type { QueryNode } from '../query-link';
import { unwrapQuery } from '../query-link';
import type { LogChange, LogEntry } from './entry';

/** A changed field with its value before and after the change. */
export interface ChangeWords {
  readonly part: string;
  readonly before: string;
  readonly after: string;
}

/** The maximum length of a value in the log; the complete value is on the screen of the item. */
const VALUE_CHARACTERS = 200;

/** The name of the person who made a change. */
export function authorWords({ user }: LogEntry): string {
  return user === null ? 'A command on the server' : user.email;
}

const VERBS: Readonly<Record<string, string>> = {
  logged_in: 'signed in',
  logged_out: 'signed out',
  ended_sessions: 'ended own sessions',
  enabled_totp: 'added an authenticator app',
  disabled_totp: 'removed their authenticator app',
  added_passkey: 'added a passkey',
  removed_passkey: 'removed a passkey',
  used_recovery_code: 'used a recovery code',
  replaced_recovery_codes: 'created new recovery codes',
  linked_provider: 'linked their account at the sign-in provider',
  unlinked_provider: 'unlinked their account at the sign-in provider',
};

/** The verb of the sentence: "created", "signed in". */
export function verbWords({ activity }: LogEntry): string {
  return VERBS[activity] ?? activity.replaceAll('_', ' ');
}

/** Whether the entry is about the user's own session, so that the sentence has no object. */
export function isAboutAuthor({ activity }: LogEntry): boolean {
  return activity in VERBS;
}

/** The changed fields of an entry; empty if the verb describes the change completely. */
export function changesOf({ scope, detail }: LogEntry): readonly ChangeWords[] {
  return detail.changes.flatMap((change) =>
    scope === 'FeatureFlag' && change.field === 'filters'
      ? flagChanges(change)
      : valueChanges(change),
  );
}

/** The conditions, variants and payloads of a flag, described as in its editor. */
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

/** The inner query of a node such as `InsightVizNode`, which some clients store and others do not. */
function bareQuery(value: object): object {
  return typeof Reflect.get(value, 'kind') === 'string' ? unwrapQuery(value as QueryNode) : value;
}

/** The values that differ between two structures, each with its path. */
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

/** A field name as words: `first_name` and `firstName` both become "first name". */
function fieldWords(field: string | null): string {
  if (field === null) return 'object';
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
