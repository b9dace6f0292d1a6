import { lazy, Suspense } from 'react';
import { breakdownOf, setBreakdown } from '../../../queries/insight/change-insight';
import type { Breakdown } from '../../../queries/insight/types';
import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../session/me';
import { IconButton } from '../../../ui/button/button';
import { cohortNamesQuery } from '../../../ui/filters/property-lists';
import { Picker } from '../../../ui/picker/picker';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';

// Loaded when a list is opened.
const PropertyPicker = lazy(async () => ({
  default: (await import('../../../ui/filters/property-picker')).PropertyPicker,
}));

/** A line, or a funnel, for each value of a property. */
export function BreakdownField({ query, onChange }: BuilderProps) {
  const projectId = useProjectId();
  const breakdown = breakdownOf(query);
  const isCohort = breakdown?.type === 'cohort';
  const names = useQuery({ ...cohortNamesQuery(projectId), enabled: isCohort }).data;
  const text = breakdown === null ? 'No breakdown' : wordsOf(breakdown, names);
  return (
    <div className={styles.rowHead}>
      <Picker label="Break down by" text={text} fills>
        {(close) => (
          <Suspense fallback={null}>
            <PropertyPicker
              projectId={projectId}
              kinds={['event', 'person', 'session', 'group', 'cohort', 'hogql']}
              onPick={({ key, kind, groupTypeIndex }) => {
                if (kind === 'hogql' && key === '') return;
                close();
                const property = kind === 'cohort' ? Number(key) : key;
                const picked: Breakdown = { property, type: kind };
                onChange(
                  setBreakdown(
                    query,
                    groupTypeIndex === undefined
                      ? picked
                      : { ...picked, group_type_index: groupTypeIndex },
                  ),
                );
              }}
            />
          </Suspense>
        )}
      </Picker>
      {breakdown !== null && (
        <IconButton
          icon="x"
          label="Remove the breakdown"
          onClick={() => onChange(setBreakdown(query, null))}
        />
      )}
    </div>
  );
}

function wordsOf(
  { property, type }: Breakdown,
  names: ReadonlyMap<string, string> | undefined,
): string {
  if (type === 'cohort') return `cohort ${names?.get(String(property)) ?? String(property)}`;
  return type === 'event' || type === null || type === undefined
    ? String(property)
    : `${type} ${String(property)}`;
}
