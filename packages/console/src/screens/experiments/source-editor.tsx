import { lazy } from 'react';
import type { Metric } from '../../queries/experiments/experiment';
import { SOURCE_MATHS, sourceName } from '../../queries/experiments/metric-words';
import { filterList } from '../../queries/insight/change-insight';
import { useProjectId } from '../../session/me';
import { IconButton } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Picker } from '../../ui/picker/picker';
import { Lazily } from '../../ui/state/lazily';
import styles from './experiments.module.css';

// Loaded when a list is opened.
const EntityPicker = lazy(async () => ({
  default: (await import('../../ui/picker/entity-picker')).EntityPicker,
}));
const PropertyPicker = lazy(async () => ({
  default: (await import('../../ui/filters/property-picker')).PropertyPicker,
}));

type Source = Extract<Metric, { readonly metric_type: 'mean' }>['source'];

interface SourceProps {
  /** The role of the event in the metric, for example `Step 1`. */
  readonly label: string;
  readonly source: Source;
  /** Whether the user can choose how the events of a person become a number. */
  readonly hasMath?: boolean;
  readonly onChange: (source: Source) => void;
  /** Null if the event cannot be removed. */
  readonly onRemove?: (() => void) | null;
}

/** The fields for an event or action of a metric, with its filters. */
export function SourceEditor(props: SourceProps) {
  const { label, source, hasMath = false, onChange, onRemove = null } = props;
  const projectId = useProjectId();
  const filters = filterList(source.properties);
  const name = sourceName(source);
  const math = source.math ?? 'total';
  const needsProperty = SOURCE_MATHS.some((entry) => entry.value === math && entry.needsProperty);
  return (
    <div className={styles.source} role="group" aria-label={label}>
      <span className={styles.sourceLabel}>{label}</span>
      <div className={styles.controls}>
        <Lazily>
          <EntityPicker
            projectId={projectId}
            label={label}
            text={name === '…' ? 'Choose an event or action' : name}
            onPick={(entity) => onChange({ ...kept(source), ...entity })}
          />
        </Lazily>
        {hasMath && (
          <SelectField
            label={`Number of ${label}`}
            labelHidden
            value={math}
            options={mathOptions(math)}
            onChange={(value) => onChange({ ...source, math: value as Source['math'] })}
          />
        )}
        {hasMath && needsProperty && (
          <Picker label="Property" text={source.math_property ?? 'Choose a property'}>
            {(close) => (
              <Lazily>
                <PropertyPicker
                  projectId={projectId}
                  kinds={['event', 'person']}
                  onPick={({ key, kind }) => {
                    close();
                    const math_property_type = kind === 'event' ? undefined : `${kind}_properties`;
                    onChange({ ...source, math_property: key, math_property_type });
                  }}
                />
              </Lazily>
            )}
          </Picker>
        )}
        {onRemove !== null && <IconButton icon="x" label={`Remove ${label}`} onClick={onRemove} />}
      </div>
      {filters === null ? (
        <p className={styles.note}>Groups of filters apply here.</p>
      ) : (
        <FilterBar
          projectId={projectId}
          label={`Filters of ${label}`}
          filters={filters}
          eventNames={source.kind === 'EventsNode' && source.event ? [source.event] : []}
          onChange={(next) =>
            onChange({ ...source, properties: next.length === 0 ? undefined : [...next] })
          }
        />
      )}
    </div>
  );
}

/** The math and the filters, which are kept if the event changes. */
function kept(source: Source): object {
  return Object.fromEntries(
    Object.entries(source).filter(([key]) => key.startsWith('math') || key === 'properties'),
  );
}

/** The maths that can be chosen; an unknown current math is added. */
function mathOptions(math: string): readonly { readonly value: string; readonly label: string }[] {
  const isKnown = SOURCE_MATHS.some(({ value }) => value === math);
  return isKnown ? SOURCE_MATHS : [...SOURCE_MATHS, { value: math, label: math }];
}
