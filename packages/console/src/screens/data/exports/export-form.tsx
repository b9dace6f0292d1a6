import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import {
  exportBody,
  exportDraftOf,
  exportProblems,
  INTERVALS,
  NEW_EXPORT,
  NO_KEYS,
} from '../../../queries/data/export-draft';
import { intervalWords } from '../../../queries/data/exports';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { useProjectNavigate } from '../../../session/project-link';
import { useKeptDraft } from '../../../session/use-kept-draft';
import { useSaveKey } from '../../../session/use-save-key';
import { Button } from '../../../ui/button/button';
import { SelectField, TextField } from '../../../ui/field/field';
import { Card, Row, Stack } from '../../../ui/layout/page';
import { Notice } from '../../../ui/state/states';
import { Badge } from '../../../ui/text/badge';
import { toast } from '../../../ui/toast/toasts';
import { BucketFields } from './bucket-fields';
import type { BatchExport } from './export-data';
import { saveExport, useExportsChanged } from './export-data';
import type { ExportFieldsProps } from './export-fields';
import { FileFields } from './file-fields';
import styles from './exports.module.css';

/** The form that creates or changes an export. A stored access key is not shown; it can be kept or replaced. */
export function ExportForm({ stored }: { readonly stored: BatchExport | null }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_export:write');
  const go = useProjectNavigate();
  const changed = useExportsChanged(projectId);
  const proposed = stored === null ? NEW_EXPORT : exportDraftOf(stored);
  const kept = useKeptDraft(`export/${projectId}/${stored?.id ?? 'new'}`, proposed);
  const { draft, setDraft, forget } = kept;
  // The access keys are not part of the draft, because drafts are kept in the browser.
  const [keys, setKeys] = useState(NO_KEYS);
  const isChanged = kept.isChanged || keys.id !== '' || keys.secret !== '';
  const problems = exportProblems(draft, keys, stored?.destination.type === 'S3');
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveExport(projectId, stored?.id ?? null, exportBody(draft, keys)),
    onSuccess: async (saved) => {
      forget();
      await changed();
      toast('success', `Saved ${saved.name}.`);
      go({ path: 'data-management/exports', search: { export: saved.id } });
    },
  });
  const canSave = isChanged && problems.length === 0 && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  const fields = { draft, isBlocked: blockedBy !== null, onChange: setDraft };
  return (
    <div className={styles.editor}>
      <Stack>
        {isChanged && stored !== null && (
          <Row>
            <Badge tone="warning">not saved</Badge>
            <Button
              kind="quiet"
              onClick={() => {
                setDraft(proposed);
                setKeys(NO_KEYS);
              }}
            >
              Discard
            </Button>
          </Row>
        )}
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <Scope {...fields} isNew={stored === null} />
        {draft.type === 'S3' && (
          <BucketFields {...fields} keys={keys} hasStoredKeys={stored !== null} onKeys={setKeys} />
        )}
        <FileFields {...fields} />
        {isChanged && problems.length > 0 && <Notice kind="warning">{problems.join(' ')}</Notice>}
        <div>
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
            onClick={() => save.mutate()}
          >
            {stored === null ? 'Create' : 'Save'}
          </Button>
        </div>
      </Stack>
    </div>
  );
}

function Scope(props: ExportFieldsProps & { readonly isNew: boolean }) {
  const { draft, isBlocked, isNew, onChange } = props;
  return (
    <Card title="Content and schedule">
      <TextField
        label="Name"
        maxLength={400}
        disabled={isBlocked}
        value={draft.name}
        onChange={({ target }) => onChange({ ...draft, name: target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label="Rows"
          value={draft.model}
          options={[
            { value: 'events', label: 'events' },
            { value: 'persons', label: 'persons' },
          ]}
          disabled={isBlocked}
          onChange={(model) => onChange({ ...draft, model })}
        />
        <SelectField
          label="How often"
          hint="Each run covers one interval, in UTC."
          value={draft.interval}
          options={INTERVALS.map((value) => ({ value, label: intervalWords(value) }))}
          disabled={isBlocked}
          onChange={(interval) => onChange({ ...draft, interval })}
        />
      </div>
      <SelectField
        label="Writes to"
        hint={isNew ? undefined : 'Create another export to write elsewhere.'}
        value={draft.type}
        options={[
          { value: 'S3', label: 'a bucket (S3 or compatible)' },
          { value: 'File', label: 'files on the server, in the directory of its operator' },
        ]}
        disabled={isBlocked || !isNew}
        onChange={(type) => onChange({ ...draft, type })}
      />
    </Card>
  );
}
