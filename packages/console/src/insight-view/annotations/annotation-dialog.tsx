import { useId, useState } from 'react';
import type { Annotation } from '../../queries/insight/annotations';
import { localText } from '../../queries/insight/annotations';
import { editedTime } from '../../queries/zone-time';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { SelectField, TextArea, TextField } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { useAnnotationChange } from './annotation-data';

/** The maximum length that the server accepts. */
const MOST_CHARACTERS = 8_192;

const SCOPES = [
  { value: 'project', label: 'All insights of the project' },
  { value: 'dashboard_item', label: 'This insight only' },
] as const;

/** A dialog that creates or edits an annotation. */
export function AnnotationDialog(props: {
  /** The annotation to edit; null creates a new one. */
  readonly annotation: Annotation | null;
  readonly insightId: number | undefined;
  readonly onClose: () => void;
}) {
  const { annotation, insightId, onClose } = props;
  const { id: projectId, timezone } = useProject();
  const change = useAnnotationChange(projectId);
  const form = useId();
  const [begin] = useState(() =>
    localText(annotation?.date_marker ?? new Date().toISOString(), timezone),
  );
  const [day, setDay] = useState(begin.slice(0, 10));
  const [clock, setClock] = useState(begin.slice(11, 16));
  const [content, setContent] = useState(annotation?.content ?? '');
  const [scope, setScope] = useState<(typeof SCOPES)[number]['value']>(
    annotation?.scope === 'dashboard_item' ? 'dashboard_item' : 'project',
  );
  const time = editedTime(`${day}T${clock}`, timezone, annotation?.date_marker ?? null);
  const isComplete = time !== null && content.trim() !== '';
  const save = (): void => {
    if (time === null) return;
    const about =
      annotation?.scope === 'organization'
        ? {}
        : { scope, dashboard_item: scope === 'dashboard_item' ? (insightId ?? null) : null };
    change.mutate(
      {
        id: annotation?.id ?? null,
        change: {
          content: content.trim(),
          date_marker: time,
          ...about,
        },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={annotation === null ? 'Add an annotation' : 'Change the annotation'}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={change.isPending}
            disabled={!isComplete}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) save();
        }}
      >
        <Stack>
          <TextArea
            label="What happened"
            data-autofocus
            maxLength={MOST_CHARACTERS}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
          <TextField
            label={`Day (${timezone})`}
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <TextField
            label={`Time (${timezone})`}
            type="time"
            value={clock}
            onChange={(event) => setClock(event.target.value)}
          />
          {insightId !== undefined && annotation?.scope !== 'organization' && (
            <SelectField label="Shown with" value={scope} options={SCOPES} onChange={setScope} />
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
