import { useState } from 'react';
import type { Annotation } from '../../queries/insight/annotations';
import { useBlockedBy, useProject } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { ErrorState } from '../../ui/state/states';
import { Timestamp } from '../../ui/text/timestamp';
import { toast } from '../../ui/toast/toasts';
import { useAnnotationChange } from './annotation-data';
import { AnnotationDialog } from './annotation-dialog';
import styles from './annotations.module.css';

/** The annotations of a chart, with controls to add, edit and delete them. */
export default function AnnotationList(props: {
  readonly annotations: readonly Annotation[];
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly insightId: number | undefined;
}) {
  const { annotations, error, onRetry, insightId } = props;
  const project = useProject();
  const blockedBy = useBlockedBy('annotation:write');
  const change = useAnnotationChange(project.id);
  const [edited, setEdited] = useState<Annotation | 'new' | null>(null);
  if (error !== null) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <section className={styles.annotations} aria-label="Annotations">
      <ul className={styles.list}>
        {annotations.map((annotation) => (
          <li key={annotation.id}>
            <Timestamp value={annotation.date_marker} zone={project.timezone} without="" />
            <span className={styles.content}>{annotation.content}</span>
            {blockedBy === null && (
              <span className={styles.actions}>
                <IconButton
                  icon="pencil"
                  label={`Change the annotation ${annotation.content ?? ''}`}
                  onClick={() => setEdited(annotation)}
                />
                <IconButton
                  icon="trash-2"
                  label={`Delete the annotation ${annotation.content ?? ''}`}
                  disabled={change.isPending}
                  onClick={() =>
                    change.mutate(
                      { id: annotation.id, change: { deleted: true } },
                      { onSuccess: () => toast('success', 'Deleted the annotation.') },
                    )
                  }
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button kind="quiet" icon="plus" blockedBy={blockedBy} onClick={() => setEdited('new')}>
        Add an annotation
      </Button>
      {edited !== null && (
        <AnnotationDialog
          annotation={edited === 'new' ? null : edited}
          insightId={insightId}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
