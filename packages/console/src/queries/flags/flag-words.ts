import { filterText } from '../filters/filter-text';
import type { FlagCondition, FlagDraft } from './flag';
import { conditionsOf, rolloutOf, targetOf, variantsOf } from './flag';

/** The names of group types by their index. */
export type GroupNames = ReadonlyMap<number, string>;
const NO_NAMES: GroupNames = new Map();

/** Describes a condition in one sentence. */
export function conditionWords(
  draft: FlagDraft,
  condition: FlagCondition,
  names: GroupNames = NO_NAMES,
): string {
  const variants = variantsOf(draft);
  const share = rolloutOf(condition);
  const { properties, variant } = condition;
  const target = targetOf(draft, condition);
  const all =
    target === null ? 'everybody' : `everybody in a ${names.get(target) ?? `group ${target}`}`;
  const filters = properties.map((filter) => filterText(filter)).join(' and ');
  const link = target === null ? 'for whom' : 'for which';
  const whom = properties.length === 0 ? all : `${all} ${link} ${filters}`;
  const who = share === 100 ? whom : `${share} % of ${whom}`;
  if ((variant ?? '') !== '') return `${who}: always ${String(variant)}`;
  return variants.length === 0 ? `${who}: on` : `${who}: a variant by its share`;
}

/** A short description of the whole flag, for lists. */
export function flagWords(flag: FlagDraft, names?: GroupNames): string {
  const conditions = conditionsOf(flag);
  const [only] = conditions;
  if (only === undefined) return 'nobody';
  const more = conditions.length === 1 ? '' : `, and ${conditions.length - 1} more`;
  return conditionWords(flag, only, names) + more;
}

export interface Difference {
  readonly part: string;
  readonly before: string;
  readonly after: string;
}

/** The changes between two drafts, one entry per part. */
export function flagDifferences(before: FlagDraft, after: FlagDraft): readonly Difference[] {
  const parts = [
    difference('Key', before.key, after.key),
    difference('Name', before.name, after.name),
    difference('State', stateWords(before), stateWords(after)),
    ...lists('Condition', conditionTexts(before), conditionTexts(after)),
    ...lists('Variant', variantTexts(before), variantTexts(after)),
    ...payloadDifferences(before, after),
  ];
  return parts.filter(({ before: old, after: next }) => old !== next);
}

function stateWords({ active }: FlagDraft): string {
  return active ? 'on' : 'off';
}

function conditionTexts(flag: FlagDraft): readonly string[] {
  return conditionsOf(flag).map((condition) => conditionWords(flag, condition));
}

function variantTexts(flag: FlagDraft): readonly string[] {
  return variantsOf(flag).map(({ key, rollout_percentage: share }) => `${key}: ${share} %`);
}

function payloadDifferences(before: FlagDraft, after: FlagDraft): readonly Difference[] {
  const old = before.filters.payloads ?? {};
  const next = after.filters.payloads ?? {};
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
  return keys.map((key) => difference(`Payload of ${key}`, old[key] ?? '', next[key] ?? ''));
}

function lists(
  part: string,
  before: readonly string[],
  after: readonly string[],
): readonly Difference[] {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) =>
    difference(`${part} ${index + 1}`, before[index] ?? '', after[index] ?? ''),
  );
}

function difference(part: string, before: string, after: string): Difference {
  return { part, before, after };
}
