import type { Audience, BrokenFlag, CompiledFlags, PlannedFlag } from '../compiled/flag';

const SURVEY_FLAG_PREFIX = 'survey-targeting-';

/** Selects the flags that a request may see; other flags are absent from the response. */
export interface FlagSelection {
  /** Only these and the flags they depend on; null for all. */
  readonly flagKeys: readonly string[] | null;
  /** The caller's runtime. `all` sees every flag; null (unknown) only flags for all runtimes. */
  readonly runtime: 'client' | 'server' | 'all' | null;
  /** The caller's contexts: a flag with contexts needs one of them; null or empty for no restriction. */
  readonly contexts: readonly string[] | null;
  readonly onlySurveyFlags: boolean;
}

/** Every flag of the project. */
export const ALL_FLAGS: FlagSelection = {
  flagKeys: null,
  runtime: 'all',
  contexts: null,
  onlySurveyFlags: false,
};

/** The selected flags in evaluation order. Dependencies of requested keys are selected too. */
export function selectFlags(
  flags: CompiledFlags,
  selection: FlagSelection,
): readonly PlannedFlag[] {
  const visible = flags.planned.filter(({ flag }) => isVisible(flag, selection));
  if (selection.flagKeys === null) return visible;
  const wanted = new Set(selection.flagKeys);
  const selected: PlannedFlag[] = [];
  const selectedIds = new Set<number>();
  // In reverse order, because a dependent flag comes after its dependency in evaluation order.
  for (const planned of visible.toReversed()) {
    const { flag } = planned;
    if (!wanted.has(flag.key) && !selectedIds.has(flag.id)) continue;
    selected.push(planned);
    for (const id of flag.dependsOn) selectedIds.add(id);
  }
  return selected.reverse();
}

/** Whether a flag that could not be compiled is part of the response. */
export function selectsBroken(selection: FlagSelection, flag: BrokenFlag): boolean {
  if (!isVisible(flag, selection)) return false;
  return selection.flagKeys === null || selection.flagKeys.includes(flag.key);
}

function isVisible(flag: Audience, selection: FlagSelection): boolean {
  if (selection.onlySurveyFlags && !flag.key.startsWith(SURVEY_FLAG_PREFIX)) return false;
  if (selection.runtime !== 'all' && flag.runtime !== null && flag.runtime !== selection.runtime) {
    return false;
  }
  const { contexts } = selection;
  if (contexts === null || contexts.length === 0 || flag.contexts.length === 0) return true;
  return flag.contexts.some((context) => contexts.includes(context));
}
