import { useQuery } from '@tanstack/react-query';
import type { DestinationDraft } from '../../queries/destinations/destination';
import { filterText } from '../../queries/filters/filter-text';
import {
  internalSourcesOf,
  isSameSource,
  withSources,
} from '../../queries/destinations/internal-source';
import { IconButton } from '../../ui/button/button';
import { Checkbox } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { internalTemplateListQuery } from './destination-data';
import styles from './destinations.module.css';

interface InternalSourceFieldsProps {
  readonly projectId: number;
  readonly draft: DestinationDraft;
  readonly blockedBy: string | null;
  readonly onChange: (draft: DestinationDraft) => void;
}

/** The internal events that a destination receives: changes, alerts, warnings, failing destinations. */
export function InternalSourceFields({
  projectId,
  draft,
  blockedBy,
  onChange,
}: InternalSourceFieldsProps) {
  const templates = useQuery(internalTemplateListQuery(projectId));
  const { sources, filters } = draft;
  const offered = internalSourcesOf(templates.data ?? []);
  const change = (chosen: DestinationDraft['sources']) =>
    onChange(withSources(draft, chosen, templates.data ?? []));
  const others = sources.filter(
    (source) => !offered.some((known) => isSameSource(known.source, source)),
  );
  return (
    <Card title="What is reported">
      {templates.isPending && <Loading label="Loading what can be reported" />}
      {templates.isError && (
        <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
      )}
      {templates.isSuccess && sources.length === 0 && (
        <p className={styles.note}>All of the following is sent, unless you choose some of it.</p>
      )}
      {offered.map(({ name, description, source }) => (
        <div key={name}>
          <Checkbox
            label={name}
            checked={sources.some((chosen) => isSameSource(chosen, source))}
            disabled={blockedBy !== null}
            onChange={(isChosen) =>
              change(
                isChosen
                  ? [...sources, source]
                  : sources.filter((chosen) => !isSameSource(chosen, source)),
              )
            }
          />
          <p className={styles.note}>{description}</p>
        </div>
      ))}
      {others.length > 0 && (
        <ul className={styles.sources}>
          {others.map((source) => (
            <li key={`${source.name} ${JSON.stringify(source.filters)}`} className={styles.source}>
              <span className={styles.sourceName}>{source.name}</span>
              <span>{source.filters.map((filter) => filterText(filter)).join(', ')}</span>
              <IconButton
                icon="trash-2"
                label={`Remove ${source.name}`}
                disabled={blockedBy !== null}
                onClick={() => change(sources.filter((one) => one !== source))}
              />
            </li>
          ))}
        </ul>
      )}
      {filters.length > 0 && (
        <p className={styles.note}>
          Of these, only with {filters.map((filter) => filterText(filter)).join(', ')}.
        </p>
      )}
    </Card>
  );
}
