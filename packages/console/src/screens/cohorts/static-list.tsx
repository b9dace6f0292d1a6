import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { CohortDraft } from '../../queries/cohorts/cohort';
import { useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextArea } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import type { Cohort } from './cohort-data';
import { uploadMembers } from './cohort-data';
import styles from './cohorts.module.css';

interface StaticListProps {
  /** The cohort that gets the members; null creates a new static cohort. */
  readonly cohort: Cohort | null;
  readonly draft: CohortDraft;
  readonly blockedBy: string | null;
  readonly onDone: (cohort: Cohort) => Promise<void>;
}

/** A form that reads members from a file or from a text. It creates a static cohort, or adds members to one. */
export function StaticList({ cohort, draft, blockedBy, onDone }: StaticListProps) {
  const projectId = useProjectId();
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    meta: { showsOwnError: true },
    mutationFn: ({ file, name }: { readonly file: Blob; readonly name: string }) =>
      uploadMembers(projectId, cohort === null ? draft : { id: cohort.id }, file, name),
    onSuccess: async (saved) => {
      setText('');
      await onDone(saved);
    },
  });
  const needsName = cohort === null && draft.name.trim() === '';
  return (
    <Card title={cohort === null ? 'Or upload a list' : 'Add members'}>
      <Stack>
        <p className={styles.note}>
          {cohort === null && 'The list creates a static cohort, which only changes manually. '}
          One distinct id per line, or a CSV file with a column person_id, distinct_id or email.
          Unknown ids are ignored.
        </p>
        <TextArea
          label="Distinct ids"
          rows={4}
          spellCheck={false}
          disabled={blockedBy !== null}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {needsName && <Notice kind="info">First enter a name for the cohort above.</Notice>}
        {upload.isError && <Notice kind="danger">{messageOf(upload.error)}</Notice>}
        <Row>
          <Button
            icon="plus"
            blockedBy={blockedBy}
            busy={upload.isPending}
            disabled={needsName || text.trim() === ''}
            onClick={() =>
              upload.mutate({ file: new Blob([text], { type: 'text/csv' }), name: 'typed.csv' })
            }
          >
            {cohort === null ? 'Create a static cohort from this list' : 'Add these members'}
          </Button>
          <Button
            blockedBy={blockedBy}
            disabled={needsName || upload.isPending}
            onClick={() => input.current?.click()}
          >
            Upload a CSV file
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv,text/plain"
            aria-label="CSV file"
            tabIndex={-1}
            className={styles.file}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) upload.mutate({ file, name: file.name });
              target.value = '';
            }}
          />
        </Row>
      </Stack>
    </Card>
  );
}
