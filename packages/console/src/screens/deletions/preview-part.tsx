import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { numberWords } from '../../queries/numbers';
import type { Project } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import { Timestamp } from '../../ui/text/timestamp';
import { toast } from '../../ui/toast/toasts';
import type { Preview, Sample } from './deletion-data';
import { confirmDeletion } from './deletion-data';
import styles from './deletions.module.css';

interface PreviewPartProps {
  readonly project: Project;
  readonly preview: Preview;
  readonly onConfirmed: () => Promise<void>;
}

/** The number of events that would be deleted, the newest of them, and the confirmation. */
export function PreviewPart({ project, preview, onConfirmed }: PreviewPartProps) {
  const { timezone } = project;
  const [isAsking, setAsking] = useState(false);
  const { count, samples, first_timestamp: first, last_timestamp: last } = preview;
  if (count === 0) return <Notice kind="info">No event matches.</Notice>;
  const noun = count === 1 ? 'event' : 'events';
  return (
    <>
      <Notice kind="warning">
        {numberWords(count)} {noun} would be deleted, from{' '}
        <Timestamp value={first} zone={timezone} /> to <Timestamp value={last} zone={timezone} />.
        The preview is valid until <Timestamp value={preview.expires_at} zone={timezone} />.
      </Notice>
      <h3>The newest of them</h3>
      <ul className={styles.samples}>
        {samples.map((sample) => (
          <SampleRow key={sample.uuid} sample={sample} zone={timezone} />
        ))}
      </ul>
      <div>
        <Button kind="danger" icon="trash-2" onClick={() => setAsking(true)}>
          Delete {numberWords(count)} {noun}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          projectId={project.id}
          preview={preview}
          onClose={() => setAsking(false)}
          onConfirmed={onConfirmed}
        />
      )}
    </>
  );
}

function SampleRow({ sample, zone }: { readonly sample: Sample; readonly zone: string }) {
  return (
    <li>
      <strong>{sample.event}</strong> of {sample.distinct_id},{' '}
      <Timestamp value={sample.timestamp} zone={zone} />
      <details>
        <summary>Properties</summary>
        <pre tabIndex={0}>{JSON.stringify(sample.properties, null, 2)}</pre>
      </details>
    </li>
  );
}

/**
 * A confirmation that requires the user to type the number of events, so that they do not delete more than they expect.
 */
function ConfirmDialog(props: {
  readonly projectId: number;
  readonly preview: Preview;
  readonly onClose: () => void;
  readonly onConfirmed: () => Promise<void>;
}) {
  const { projectId, preview, onClose, onConfirmed } = props;
  const { id, count } = preview;
  const formId = useId();
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => confirmDeletion(projectId, id, count),
    onSuccess: async () => {
      toast('success', 'The deletion has begun.');
      await onConfirmed();
    },
  });
  // Accepts 1234, 1,234 and 1 234.
  const isRight = typed.replaceAll(/\D/g, '') === String(count);
  return (
    <Dialog
      title={`Delete ${numberWords(count)} ${count === 1 ? 'event' : 'events'}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            type="submit"
            form={formId}
            busy={confirm.isPending}
            disabled={!isRight}
          >
            Delete the events
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.confirm}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight) confirm.mutate();
        }}
      >
        <p>They are removed from every insight, and cannot be brought back.</p>
        <TextField
          label={`Type the number of events, ${count}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {confirm.error !== null && <Notice kind="danger">{messageOf(confirm.error)}</Notice>}
      </form>
    </Dialog>
  );
}
