import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { lazy, useMemo } from 'react';
import { bucketOf, isShownWith } from '../../queries/insight/annotations';
import { useBlockedBy, useProject } from '../../session/me';
import { SeriesPanel } from '../series-panel';
import { Lazily } from '../../ui/state/lazily';
import { annotationsQuery } from './annotation-data';

// Loaded after the chart, so that the chart appears sooner.
const AnnotationList = lazy(() => import('./annotation-list'));

type PanelProps = Omit<ComponentProps<typeof SeriesPanel>, 'isOverTime' | 'marks'>;

/**
 * A chart over time with the annotations in its range. If it is not compact, annotations can be added, edited and
 * deleted below it.
 */
export function AnnotatedPanel(
  props: PanelProps & {
    /** The starts of the buckets in the wire format, in the project's time zone. */
    readonly days: readonly string[];
    /** The id of the saved insight; undefined for an unsaved one. */
    readonly insightId: number | undefined;
  },
) {
  const { days, insightId, ...panel } = props;
  const project = useProject();
  const blockedBy = useBlockedBy('annotation:read');
  const annotations = useQuery({ ...annotationsQuery(project.id), enabled: blockedBy === null });
  const shown = useMemo(
    () =>
      (annotations.data ?? []).flatMap((annotation) => {
        if (!isShownWith(annotation, insightId)) return [];
        const bucket = bucketOf(annotation.date_marker ?? '', days, project.timezone);
        return bucket < 0 ? [] : [{ annotation, bucket, text: annotation.content ?? '' }];
      }),
    [annotations.data, days, insightId, project.timezone],
  );
  return (
    <>
      <SeriesPanel {...panel} isOverTime marks={shown} />
      {!props.isCompact && blockedBy === null && (
        <Lazily>
          <AnnotationList
            annotations={shown.map(({ annotation }) => annotation)}
            error={annotations.error}
            onRetry={() => void annotations.refetch()}
            insightId={insightId}
          />
        </Lazily>
      )}
    </>
  );
}
