import { useQuery } from '@tanstack/react-query';
import type { Flag, FlagDraft, FlagFilters } from '../../queries/flags/flag';
import { draftOf } from '../../queries/flags/flag';
import { flagDifferences } from '../../queries/flags/flag-words';
import { timestampText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import type { HistoryEntry } from './flag-data';
import { flagHistoryQuery } from './flag-data';
import { Differences } from './differences';

interface Props {
  readonly flag: Flag;
  /** Loads an earlier state into the editor without saving it. */
  readonly onRestore: (draft: FlagDraft) => void;
}

/** The changes of the flag with their authors, and a button that restores an earlier state. */
export function HistoryTab({ flag, onRestore }: Props) {
  const project = useProject();
  const history = useQuery(flagHistoryQuery(project.id, flag.id));
  if (history.isPending) return <Loading label="Loading the history" />;
  if (history.isError) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  const entries = history.data.results;
  if (entries.length === 0) return <EmptyState icon="history" title="No changes yet" />;
  return (
    <Stack>
      {statesOf(flag, entries).map(({ entry, before, after }) => (
        <Card
          key={entry.id}
          title={`${entry.user?.email ?? 'The server'} ${entry.activity} it, ${timestampText(entry.created_at, project.timezone)} (${project.timezone})`}
          actions={
            before !== null && (
              <Button kind="quiet" icon="history" onClick={() => onRestore(before)}>
                Restore the previous state
              </Button>
            )
          }
        >
          {before !== null && <Differences differences={flagDifferences(before, after)} />}
        </Card>
      ))}
    </Stack>
  );
}

interface PastState {
  readonly entry: HistoryEntry;
  /** Null if the entry created the flag. */
  readonly before: FlagDraft | null;
  readonly after: FlagDraft;
}

/**
 * The states of the flag before and after each entry, latest first. Each state is computed from the later one by
 * undoing the entry.
 */
function statesOf(flag: Flag, entries: readonly HistoryEntry[]): readonly PastState[] {
  const states: PastState[] = [];
  let after: FlagDraft = draftOf(flag);
  for (const entry of entries) {
    if (entry.activity === 'created') {
      states.push({ entry, before: null, after });
      continue;
    }
    let before: FlagDraft = after;
    for (const { field, before: value } of entry.detail.changes) {
      if (field === 'filters') before = { ...before, filters: (value ?? {}) as FlagFilters };
      if (field === 'active') before = { ...before, active: value === true };
      if (field === 'name' && typeof value === 'string') before = { ...before, name: value };
      if (field === 'key' && typeof value === 'string') before = { ...before, key: value };
    }
    states.push({ entry, before, after });
    after = before;
  }
  return states;
}
