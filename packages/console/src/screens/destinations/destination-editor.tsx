import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type {
  Destination,
  DestinationDraft,
  Template,
  TypedSecrets,
} from '../../queries/destinations/destination';
import {
  bodyOf,
  draftOf,
  inputProblems,
  isSecretStored,
  newDraft,
} from '../../queries/destinations/destination';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { useKeptDraft } from '../../session/use-kept-draft';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { TextArea, TextField } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { destinationQuery, saveDestination, useDestinationsChanged } from './destination-data';
import { InputFields } from './input-fields';
import { InternalSourceFields } from './internal-source-fields';
import { PreviewCard } from './preview-card';
import { SourceFields } from './source-fields';
import styles from './destinations.module.css';

interface EditorProps {
  readonly template: Template;
  /** The destination to edit; null creates a new one. */
  readonly destination: Destination | null;
}

/** The form of a destination, with a preview of its request. */
export function DestinationEditor({ template, destination }: EditorProps) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('hog_function:write');
  const editor = useEditor(projectId, template, destination);
  const { draft, setDraft, isChanged, problems, body, save } = editor;
  const hasProblems = Object.keys(problems).length > 0;
  const canSave = isChanged && !hasProblems && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  const isBlocked = blockedBy !== null;
  const Sources = draft.isInternal === true ? InternalSourceFields : SourceFields;
  return (
    <div className={styles.columns}>
      <Stack>
        {isChanged && destination !== null && (
          <Row>
            <Badge tone="warning">not saved</Badge>
            <Button kind="quiet" onClick={editor.discard}>
              Discard
            </Button>
          </Row>
        )}
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <Card>
          <TextField
            label="Name"
            maxLength={400}
            disabled={isBlocked}
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
          <TextArea
            label="Description"
            rows={2}
            disabled={isBlocked}
            value={draft.description}
            onChange={({ target }) => setDraft({ ...draft, description: target.value })}
          />
        </Card>
        <Sources projectId={projectId} draft={draft} blockedBy={blockedBy} onChange={setDraft} />
        <InputFields
          declarations={template.inputs_schema}
          inputs={draft.inputs}
          secrets={editor.secrets}
          problems={isChanged ? problems : {}}
          isSecretStored={(key) => isSecretStored(destination, key)}
          isBlocked={isBlocked}
          onInputs={(inputs) => setDraft({ ...draft, inputs })}
          onSecrets={editor.setSecrets}
        />
        <div>
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
            onClick={() => save.mutate()}
          >
            {destination === null ? 'Create and switch on' : 'Save'}
          </Button>
        </div>
      </Stack>
      <PreviewCard
        projectId={projectId}
        destinationId={destination?.id ?? null}
        configuration={hasProblems ? null : body()}
        source={draft.sources[0] ?? null}
        isInternal={draft.isInternal === true}
        blockedBy={blockedBy}
      />
    </div>
  );
}

function useEditor(projectId: number, template: Template, destination: Destination | null) {
  const client = useQueryClient();
  const go = useProjectNavigate();
  const changed = useDestinationsChanged(projectId);
  const proposed: DestinationDraft =
    destination === null ? newDraft(template) : draftOf(destination);
  const name = `destination/${projectId}/${destination?.id ?? `new/${template.id}`}`;
  const { draft, setDraft, forget, ...kept } = useKeptDraft(name, proposed);
  // The secrets are not part of the draft, because drafts are kept in the browser.
  const [secrets, setSecrets] = useState<TypedSecrets>({});
  const declarations = template.inputs_schema;
  const isTyped = (key: string): boolean => (secrets[key] ?? '') !== '';
  const problems = inputProblems(
    declarations,
    draft,
    (key) => isTyped(key) || isSecretStored(destination, key),
  );
  const body = () => bodyOf(template.id, declarations, draft, secrets, destination);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const whole = destination === null ? { ...body(), enabled: true } : body();
      return saveDestination(projectId, destination?.id ?? null, whole);
    },
    onSuccess: async (saved) => {
      forget();
      setSecrets({});
      client.setQueryData(destinationQuery(projectId, saved.id).queryKey, saved);
      setDraft(draftOf(saved));
      toast('success', `Saved ${saved.name}. It is in effect within 10 seconds.`);
      if (destination === null) {
        go({ path: `data-management/destinations/${saved.id}`, replace: true });
      }
      await changed();
    },
  });
  return {
    ...{ draft, setDraft, secrets, setSecrets, problems, body, save },
    isChanged: kept.isChanged || declarations.some(({ key }) => isTyped(key)),
    discard: () => {
      setDraft(proposed);
      setSecrets({});
    },
  };
}
