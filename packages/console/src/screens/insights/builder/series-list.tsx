import { lazy, useState } from 'react';
import { filterList } from '../../../queries/insight/change-insight';
import {
  addSeries,
  changeSeries,
  duplicateSeries,
  moveSeries,
  removeSeries,
  replaceEntity,
} from '../../../queries/insight/change-series';
import { letterOf, MATHS, needsProperty, seriesName } from '../../../queries/insight/series-names';
import type { SeriesNode, SeriesQuery } from '../../../queries/insight/types';
import { useProjectId } from '../../../session/me';
import { IconButton } from '../../../ui/button/button';
import { SelectField, TextField } from '../../../ui/field/field';
import { FilterBar } from '../../../ui/filters/filter-bar';
import { Icon } from '../../../ui/icon/icon';
import { Menu, MenuItem } from '../../../ui/menu/menu';
import { Picker } from '../../../ui/picker/picker';
import { Notice } from '../../../ui/state/states';
import { Lazily } from '../../../ui/state/lazily';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';

// Loaded when a list is opened.
const PropertyPicker = lazy(async () => ({
  default: (await import('../../../ui/filters/property-picker')).PropertyPicker,
}));
const EntityPicker = lazy(async () => ({
  default: (await import('../../../ui/picker/entity-picker')).EntityPicker,
}));

/** The series of trends, or the steps of a funnel. */
export function SeriesList({ query, onChange }: BuilderProps<SeriesQuery>) {
  const projectId = useProjectId();
  const isFunnel = query.kind === 'FunnelsQuery';
  // A lifecycle and a heatmap of hours have only one series.
  const isOfOne = query.kind === 'LifecycleQuery' || isHeatmap(query);
  const canAdd = !isOfOne || query.series.length === 0;
  return (
    <>
      <ol className={styles.series}>
        {query.series.map((_, index) => (
          <li key={index}>
            <SeriesRow query={query} onChange={onChange} index={index} />
          </li>
        ))}
      </ol>
      {canAdd && (
        <Lazily>
          <EntityPicker
            projectId={projectId}
            label={isFunnel ? 'Add a step' : 'Add a series'}
            text={isFunnel ? 'Add a step' : 'Add a series'}
            icon="plus"
            onPick={(entity) => onChange(addSeries(query, entity))}
          />
        </Lazily>
      )}
    </>
  );
}

function isHeatmap(query: SeriesQuery): boolean {
  return query.kind === 'TrendsQuery' && query.trendsFilter?.display === 'CalendarHeatmap';
}

interface RowProps extends BuilderProps<SeriesQuery> {
  readonly index: number;
}

function SeriesRow({ query, onChange, index }: RowProps) {
  const projectId = useProjectId();
  const [isRenaming, setRenaming] = useState(false);
  const node = query.series[index];
  if (node === undefined) return null;
  const isFunnel = query.kind === 'FunnelsQuery';
  const name = isFunnel ? String(index + 1) : letterOf(index);
  return (
    <div className={styles.row} role="group" aria-label={`${name}: ${seriesName(node)}`}>
      <div className={styles.rowHead}>
        <span className={styles.letter} aria-hidden="true">
          {name}
        </span>
        <Lazily>
          <EntityPicker
            projectId={projectId}
            label={`${isFunnel ? 'Step' : 'Series'} ${name}`}
            text={seriesName(node)}
            fills
            onPick={(entity) => onChange(replaceEntity(query, index, entity))}
          />
        </Lazily>
        <SeriesMenu
          query={query}
          onChange={onChange}
          index={index}
          onRename={() => setRenaming(true)}
        />
        <IconButton
          icon="x"
          label={`Remove ${name}`}
          disabled={!isFunnel && query.series.length === 1}
          onClick={() => onChange(removeSeries(query, index))}
        />
      </div>
      {isRenaming && (
        <Rename
          name={node.custom_name ?? ''}
          onDone={(text) => {
            setRenaming(false);
            const custom_name = text.trim() === '' ? undefined : text.trim();
            if (custom_name !== (node.custom_name ?? undefined)) {
              onChange(changeSeries(query, index, { custom_name }));
            }
          }}
        />
      )}
      {query.kind === 'TrendsQuery' && (
        <MathFields query={query} onChange={onChange} index={index} node={node} />
      )}
      <RowFilters query={query} onChange={onChange} index={index} node={node} name={name} />
    </div>
  );
}

function SeriesMenu({ query, onChange, index, onRename }: RowProps & { onRename: () => void }) {
  const last = query.series.length - 1;
  return (
    <Menu label={`More for series ${index + 1}`} trigger={<Icon name="ellipsis" />}>
      <MenuItem icon="pencil" onClick={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon="copy" onClick={() => onChange(duplicateSeries(query, index))}>
        Duplicate
      </MenuItem>
      <MenuItem
        icon="arrow-up"
        disabled={index === 0}
        onClick={() => onChange(moveSeries(query, index, -1))}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon="arrow-down"
        disabled={index === last}
        onClick={() => onChange(moveSeries(query, index, 1))}
      >
        Move down
      </MenuItem>
    </Menu>
  );
}

function Rename({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: (text: string) => void;
}) {
  const [text, setText] = useState(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text);
      }}
    >
      <TextField
        label="Name of the series"
        labelHidden
        placeholder="Name of the series"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onDone(text)}
      />
    </form>
  );
}

interface NodeProps extends RowProps {
  readonly node: SeriesNode;
}

function MathFields({ query, onChange, index, node }: NodeProps) {
  const projectId = useProjectId();
  const math = node.math ?? 'total';
  const isKnown = MATHS.some(({ value }) => value === math);
  const options = isKnown
    ? MATHS
    : [...MATHS, { value: math, label: math === 'hogql' ? 'HogQL expression' : math }];
  return (
    <>
      <SelectField
        label="Count"
        labelHidden
        value={math}
        options={options}
        onChange={(value) => {
          const kept = needsProperty(value) ? {} : { math_property: undefined };
          onChange(changeSeries(query, index, { ...kept, math: value }));
        }}
      />
      {needsProperty(math) && (
        <Picker label="Property" text={node.math_property ?? 'Choose a property'} fills>
          {(close) => (
            <Lazily>
              <PropertyPicker
                projectId={projectId}
                kinds={['event', 'person', 'session']}
                onPick={({ key, kind }) => {
                  close();
                  const math_property_type = kind === 'event' ? undefined : `${kind}_properties`;
                  onChange(changeSeries(query, index, { math_property: key, math_property_type }));
                }}
              />
            </Lazily>
          )}
        </Picker>
      )}
    </>
  );
}

function RowFilters({ query, onChange, index, node, name }: NodeProps & { readonly name: string }) {
  const projectId = useProjectId();
  const filters = filterList(node.properties);
  if (filters === null) return <Notice kind="info">Groups of filters apply to this series.</Notice>;
  const eventNames = node.kind === 'EventsNode' && node.event ? [node.event] : [];
  return (
    <FilterBar
      projectId={projectId}
      label={`Filters of ${name}`}
      filters={filters}
      eventNames={eventNames}
      onChange={(next) =>
        onChange(
          changeSeries(query, index, { properties: next.length === 0 ? undefined : [...next] }),
        )
      }
    />
  );
}
