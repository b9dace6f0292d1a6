import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error';
import type { DefinitionDraft } from '../../../queries/data/definition';
import { changedFields, definitionDraft, PROPERTY_TYPES } from '../../../queries/data/definition';
import { useBlockedBy, useProject } from '../../../session/me';
import { useKeptDraft } from '../../../session/use-kept-draft';
import { useSaveKey } from '../../../session/use-save-key';
import { Button } from '../../../ui/button/button';
import { ConfirmButton } from '../../../ui/dialog/confirm-button';
import { Dialog } from '../../../ui/dialog/dialog';
import { Checkbox, SelectField, TextArea } from '../../../ui/field/field';
import { TagsField } from '../../../ui/field/tags-field';
import { Stack } from '../../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../../ui/state/states';
import { Badge } from '../../../ui/text/badge';
import { toast } from '../../../ui/toast/toasts';
import type { Definition, Subject } from './definition-data';
import { definitionQuery, forgetDefinition, saveDefinition, writeScope } from './definition-data';
import { Facts, UseOfEvent, UseOfProperty } from './definition-use';

interface DrawerProps {
  readonly subject: Subject;
  readonly id: string;
  readonly onClose: () => void;
}

/** A drawer with the definition of an event or property, and where it is used. */
export default function DefinitionDrawer({ subject, id, onClose }: DrawerProps) {
  const stored = useQuery(definitionQuery(useProject().id, subject, id));
  if (stored.data !== undefined) {
    return <Editor subject={subject} definition={stored.data} onClose={onClose} />;
  }
  return (
    <Dialog title="Definition" isOpen onClose={onClose} place="drawer">
      {stored.isPending && <Loading label="Loading the definition" />}
      {stored.isError && <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />}
    </Dialog>
  );
}

function Editor(props: {
  readonly subject: Subject;
  readonly definition: Definition;
  readonly onClose: () => void;
}) {
  const { subject, definition, onClose } = props;
  const { id, name } = definition;
  const project = useProject();
  const client = useQueryClient();
  const blockedBy = useBlockedBy(writeScope(subject));
  const stored = definitionDraft(definition);
  const key = `definition/${project.id}/${subject.kind}/${id}`;
  const { draft, setDraft, isChanged, forget } = useKeptDraft(key, stored);
  const refresh = (): Promise<void> =>
    client.invalidateQueries({ queryKey: ['definitions', project.id] });
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveDefinition(project.id, subject, id, changedFields(draft, definition)),
    onSuccess: async (saved) => {
      client.setQueryData(definitionQuery(project.id, subject, id).queryKey, saved);
      setDraft(definitionDraft(saved));
      toast('success', `Saved ${name}.`);
      await refresh();
    },
  });
  const remove = async (): Promise<void> => {
    await forgetDefinition(project.id, subject, id);
    forget();
    onClose();
    await refresh();
  };
  const canSave = isChanged && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  return (
    <Dialog
      title={name}
      isOpen
      onClose={onClose}
      place="drawer"
      actions={
        <>
          <ConfirmButton
            label={`Forget ${name}`}
            text="Forget"
            blockedBy={blockedBy}
            title={`Forget ${name}?`}
            onConfirm={remove}
          >
            Its description, tags and type are deleted. No event is deleted, and the name is listed
            again when it next arrives.
          </ConfirmButton>
          {isChanged && (
            <>
              <Badge tone="warning">not saved</Badge>
              <Button kind="quiet" onClick={() => setDraft(stored)}>
                Discard
              </Button>
            </>
          )}
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        </>
      }
    >
      <Stack>
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <Fields draft={draft} isBlocked={blockedBy !== null} onChange={setDraft} />
        <Facts definition={definition} zone={project.timezone} />
        {subject.kind === 'events' ? (
          <UseOfEvent event={name} />
        ) : (
          <UseOfProperty subject={subject} property={name} />
        )}
      </Stack>
    </Dialog>
  );
}

function Fields(props: {
  readonly draft: DefinitionDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: DefinitionDraft) => void;
}) {
  const { draft, isBlocked, onChange } = props;
  const set = (change: Partial<DefinitionDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <TextArea
        label="Description"
        rows={3}
        disabled={isBlocked}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <TagsField tags={draft.tags} disabled={isBlocked} onChange={(tags) => set({ tags })} />
      {draft.property_type !== undefined && (
        <SelectField
          label="Type"
          hint="Queries read the values as this type from now on."
          value={draft.property_type}
          options={PROPERTY_TYPES}
          disabled={isBlocked}
          onChange={(type) => set({ property_type: type })}
        />
      )}
      <Checkbox
        label="Verified: the name and meaning are confirmed"
        checked={draft.verified}
        disabled={isBlocked}
        onChange={(verified) => set({ verified })}
      />
      <Checkbox
        label="Hidden: not offered in lists, but available in queries"
        checked={draft.hidden}
        disabled={isBlocked}
        onChange={(hidden) => set({ hidden })}
      />
    </>
  );
}
