import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import type { DeletionDraft } from '../../queries/deletions/deletion';
import { deletionProblem, nodeOf } from '../../queries/deletions/deletion';
import type { QueryNode } from '../../queries/query-link';
import type { Project } from '../../session/me';
import { useBlockedBy } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { TextArea, TextField } from '../../ui/field/field';
import { EventPicker } from '../../ui/filters/event-picker';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Card } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { previewDeletion, useDeletionsChanged } from './deletion-data';
import { PreviewPart } from './preview-part';
import styles from './deletions.module.css';

interface DeletionFormProps {
  readonly project: Project;
  readonly draft: DeletionDraft;
  readonly setQuery: (node: QueryNode, options?: { readonly replace?: boolean }) => Promise<void>;
}

/** The form for the filter of a deletion, with its preview and confirmation. */
export function DeletionForm({ project, draft, setQuery }: DeletionFormProps) {
  const blockedBy = useBlockedBy('event_deletion:write');
  const changed = useDeletionsChanged(project.id);
  const preview = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (asked: DeletionDraft) => previewDeletion(project.id, asked),
  });
  const problem = deletionProblem(draft);
  const set = (part: Partial<DeletionDraft>): void => {
    // The preview does not match the changed filter any more.
    preview.reset();
    void setQuery(nodeOf({ ...draft, ...part }), { replace: true });
  };
  const isBlocked = blockedBy !== null;
  return (
    <Card title="Which events">
      <p className={styles.note}>
        The preview counts the events and deletes nothing. Deleted events cannot be brought back;
        persons, flags and definitions are kept.
      </p>
      <div className={styles.events}>
        {draft.events.map((name) => (
          <span key={name} className={styles.chip}>
            {name}
            <IconButton
              icon="x"
              label={`Remove ${name}`}
              disabled={isBlocked}
              onClick={() => set({ events: draft.events.filter((other) => other !== name) })}
            />
          </span>
        ))}
        <EventPicker
          projectId={project.id}
          event={null}
          emptyText={draft.events.length === 0 ? 'All events' : 'Add an event'}
          onChange={(name) => set({ events: name === null ? [] : [...draft.events, name] })}
        />
        <FilterBar
          projectId={project.id}
          filters={draft.filters}
          eventNames={draft.events}
          blockedBy={blockedBy}
          onChange={(filters) => set({ filters })}
        />
      </div>
      <div className={styles.fields}>
        {(['from', 'before'] as const).map((field) => (
          <TextField
            key={field}
            label={field === 'from' ? 'From the day' : 'Before the day'}
            hint="Days in UTC. Empty: no limit"
            type="date"
            disabled={isBlocked}
            value={draft[field]}
            onChange={({ target }) => set({ [field]: target.value })}
          />
        ))}
      </div>
      <TextArea
        label="Condition in HogQL (optional)"
        hint="For example properties.sum > 100 and event != 'order paid'"
        rows={2}
        spellCheck={false}
        disabled={isBlocked}
        value={draft.condition}
        onChange={({ target }) => set({ condition: target.value })}
      />
      {problem !== null && <p className={styles.note}>{problem}</p>}
      <div>
        <Button
          icon="search"
          busy={preview.isPending}
          disabled={problem !== null}
          blockedBy={blockedBy}
          onClick={() => preview.mutate(draft)}
        >
          Show what would be deleted
        </Button>
      </div>
      {preview.error !== null && <Notice kind="danger">{messageOf(preview.error)}</Notice>}
      {preview.data !== undefined && (
        <PreviewPart
          key={preview.data.id}
          project={project}
          preview={preview.data}
          onConfirmed={async () => {
            preview.reset();
            await changed();
          }}
        />
      )}
    </Card>
  );
}
