import type { DestinationDraft, Source } from '../../queries/destinations/destination';
import { IconButton } from '../../ui/button/button';
import { Checkbox } from '../../ui/field/field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Card } from '../../ui/layout/page';
import { EntityPicker } from '../../ui/picker/entity-picker';
import styles from './destinations.module.css';

/**
 * The operators that can be applied to an event when it arrives. Comparisons of dates need a query, so they are
 * missing.
 */
const OPERATORS = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'starts_with', 'ends_with', 'regex'],
  ...['not_regex', 'gt', 'gte', 'lt', 'lte', 'between', 'not_between', 'is_set', 'is_not_set'],
];

interface SourceFieldsProps {
  readonly projectId: number;
  readonly draft: DestinationDraft;
  readonly blockedBy: string | null;
  readonly onChange: (draft: DestinationDraft) => void;
}

/** The fields that select the events of a destination: by name, by action, by properties. */
export function SourceFields({ projectId, draft, blockedBy, onChange }: SourceFieldsProps) {
  const { sources, filters, leavesOutTests } = draft;
  const bar = { projectId, kinds: ['event', 'person'], operators: OPERATORS, blockedBy } as const;
  const eventNames = sources.flatMap(({ kind, id }) =>
    kind === 'events' && typeof id === 'string' ? [id] : [],
  );
  return (
    <Card title="Which events">
      <p className={styles.note}>
        {sources.length === 0
          ? 'All events are sent, unless you choose events or actions.'
          : 'An event is sent once, however many of these it matches.'}
      </p>
      {sources.length > 0 && (
        <ul className={styles.sources}>
          {sources.map((source, index) => (
            <li key={`${index} ${source.name}`} className={styles.source}>
              <span className={styles.sourceName}>
                {source.kind === 'actions' && 'Action: '}
                {source.name}
              </span>
              <FilterBar
                {...bar}
                label={`Filters of ${source.name}`}
                filters={source.filters}
                eventNames={source.kind === 'events' ? [source.name] : []}
                onChange={(next) =>
                  onChange({ ...draft, sources: sources.with(index, { ...source, filters: next }) })
                }
              />
              <IconButton
                icon="trash-2"
                label={`Remove ${source.name}`}
                disabled={blockedBy !== null}
                onClick={() => onChange({ ...draft, sources: sources.toSpliced(index, 1) })}
              />
            </li>
          ))}
        </ul>
      )}
      {blockedBy === null && (
        <div>
          <EntityPicker
            projectId={projectId}
            label="Events"
            text="Add an event or action"
            icon="plus"
            onPick={(entity) => {
              const added: Source =
                entity.kind === 'ActionsNode'
                  ? { kind: 'actions', id: entity.id, name: entity.name, filters: [] }
                  : { kind: 'events', id: entity.event, name: entity.name, filters: [] };
              onChange({ ...draft, sources: [...sources, added] });
            }}
          />
        </div>
      )}
      <h3>Of these, only events with</h3>
      <FilterBar
        {...bar}
        label="Filters of all events"
        filters={filters}
        eventNames={eventNames}
        onChange={(next) => onChange({ ...draft, filters: next })}
      />
      <Checkbox
        label="Exclude internal and test users"
        checked={leavesOutTests}
        disabled={blockedBy !== null}
        onChange={(next) => onChange({ ...draft, leavesOutTests: next })}
      />
      <Checkbox
        label="Send the events of each distinct id in their order"
        checked={draft.isOrdered === true}
        disabled={blockedBy !== null}
        onChange={(next) => onChange({ ...draft, isOrdered: next })}
      />
      {draft.isOrdered === true && (
        <p className={styles.note}>
          An event that fails is sent again for up to 24 hours; the later events of its distinct id
          wait for it.
        </p>
      )}
    </Card>
  );
}
