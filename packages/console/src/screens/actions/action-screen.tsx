import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import { draftOfNode } from '../../queries/actions/new-action';
import type { ActionDraft } from '../../queries/actions/step';
import { draftProblems } from '../../queries/actions/step';
import { usePathParameter } from '../../session/address';
import { useBlockedBy, useProject, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useKeptDraft } from '../../session/use-kept-draft';
import { useQueryLink } from '../../session/use-query-link';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { TextArea, TextField } from '../../ui/field/field';
import { TagsField } from '../../ui/field/tags-field';
import { Card, Page, Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import type { Action } from './action-data';
import { actionQuery, draftOf, saveAction } from './action-data';
import { DeleteButton } from './delete-button';
import { MatchesCard } from './matches-card';
import { StepsEditor } from './steps-editor';
import { UsesCard } from './uses-card';
import styles from './actions.module.css';

/** `data-management/actions/new`, where `#q=` can contain a proposed action, and `data-management/actions/{id}`. */
export default function ActionScreen() {
  const id = usePathParameter('id');
  const projectId = useProjectId();
  const link = useQueryLink();
  const stored = useQuery({ ...actionQuery(projectId, id), enabled: id !== 'new' });
  if (id === 'new') {
    if (link.isLoading) return <Loading />;
    const proposed = draftOfNode(link.query);
    return <ActionEditor key={JSON.stringify(proposed)} action={null} proposed={proposed} />;
  }
  if (stored.data === undefined) {
    if (!stored.isError) return <Loading label="Loading the action" />;
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  return <ActionEditor key={id} action={stored.data} proposed={draftOf(stored.data)} />;
}

function ActionEditor(props: {
  readonly action: Action | null;
  /** The initial values of the draft. */
  readonly proposed: ActionDraft;
}) {
  const { action, proposed } = props;
  const project = useProject();
  const go = useProjectNavigate();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('action:write');
  const key = action === null ? `new/${proposed.name}` : String(action.id);
  const kept = useKeptDraft(`action/${project.id}/${key}`, proposed);
  const { draft, setDraft, isChanged, forget } = kept;
  const problems = draftProblems(draft);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveAction(project.id, draft, action),
    onSuccess: async (saved) => {
      forget();
      client.setQueryData(actionQuery(project.id, String(saved.id)).queryKey, saved);
      setDraft(draftOf(saved));
      toast('success', `Saved ${saved.name ?? 'the action'}.`);
      await client.invalidateQueries({ queryKey: ['actions', project.id] });
      if (action === null) go({ path: `data-management/actions/${saved.id}`, replace: true });
    },
  });
  const canSave =
    (isChanged || action === null) &&
    problems.length === 0 &&
    blockedBy === null &&
    !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  return (
    <Page
      title={action === null ? 'New action' : (action.name ?? `Action ${action.id}`)}
      actions={
        <>
          {isChanged && (
            <>
              <Badge tone="warning">not saved</Badge>
              <Button kind="quiet" onClick={() => setDraft(proposed)}>
                Discard
              </Button>
            </>
          )}
          {action !== null && (
            <DeleteButton action={action} blockedBy={blockedBy} onDeleted={forget} />
          )}
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
            onClick={() => save.mutate()}
          >
            {action === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <ProjectLink path="data-management/actions">All actions</ProjectLink>
      {isChanged && problems.length > 0 && <Notice kind="warning">{problems.join(' ')}</Notice>}
      {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
      {action !== null && action.bytecode_error !== null && !isChanged && (
        <Notice kind="warning">{action.bytecode_error}</Notice>
      )}
      <div className={styles.columns}>
        <Stack>
          <Names draft={draft} isBlocked={blockedBy !== null} onChange={setDraft} />
          <StepsEditor
            projectId={project.id}
            steps={draft.steps}
            blockedBy={blockedBy}
            onChange={(steps) => setDraft({ ...draft, steps })}
          />
        </Stack>
        <Stack>
          <MatchesCard project={project} steps={draft.steps} />
          {action !== null && <UsesCard actionId={action.id} />}
        </Stack>
      </div>
    </Page>
  );
}

function Names(props: {
  readonly draft: ActionDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: ActionDraft) => void;
}) {
  const { draft, isBlocked, onChange } = props;
  return (
    <Card>
      <TextField
        label="Name"
        maxLength={400}
        disabled={isBlocked}
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <TextArea
        label="Description"
        rows={2}
        disabled={isBlocked}
        value={draft.description}
        onChange={({ target }) => onChange({ ...draft, description: target.value })}
      />
      <TagsField
        tags={draft.tags}
        disabled={isBlocked}
        onChange={(tags) => onChange({ ...draft, tags })}
      />
    </Card>
  );
}
