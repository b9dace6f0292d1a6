import { useQuery } from '@tanstack/react-query';
import type { ExperimentDraft } from '../../queries/experiments/experiment';
import { metricName } from '../../queries/experiments/metric-words';
import { useProjectId } from '../../session/me';
import { IconButton } from '../../ui/button/button';
import { Row } from '../../ui/layout/page';
import { SearchPicker } from '../../ui/picker/search-picker';
import { FailedNotice } from '../../ui/state/states';
import { findSavedMetrics, savedMetricQuery } from './experiment-data';

interface SharedChoicesProps {
  readonly draft: ExperimentDraft;
  readonly type: 'primary' | 'secondary';
  readonly blockedBy: string | null;
  readonly onChange: (draft: ExperimentDraft) => void;
}

/** The shared metrics of the draft, and a picker that adds another one. */
export function SharedChoices({ draft, type, blockedBy, onChange }: SharedChoicesProps) {
  const projectId = useProjectId();
  const write = (shared: ExperimentDraft['shared']): void => onChange({ ...draft, shared });
  const others = draft.shared.filter((use) => use.type !== type).map(({ id }) => id);
  return (
    <>
      {draft.shared
        .filter((use) => use.type === type)
        .map(({ id }) => (
          <SharedMetric
            key={id}
            id={id}
            blockedBy={blockedBy}
            onRemove={() => write(draft.shared.filter((use) => use.id !== id))}
          />
        ))}
      <SearchPicker
        label={`Shared ${type} metric`}
        text="Add a shared metric"
        things="shared metrics"
        disabled={blockedBy !== null}
        queryKey={['experiment-metrics', projectId, 'choices', type, others]}
        load={async (text, signal) => {
          const { choices, count } = await findSavedMetrics(projectId, text, signal);
          const marked = choices.map((choice) =>
            others.includes(choice.value.id)
              ? { ...choice, problem: 'it is used in the other list' }
              : choice,
          );
          return { choices: marked, count };
        }}
        onPick={(choice) => {
          const id = choice?.value.id;
          if (id === undefined || draft.shared.some((use) => use.id === id)) return;
          write([...draft.shared, { id, type }]);
        }}
      />
    </>
  );
}

function SharedMetric(props: {
  readonly id: number;
  readonly blockedBy: string | null;
  readonly onRemove: () => void;
}) {
  const { id, blockedBy, onRemove } = props;
  const stored = useQuery(savedMetricQuery(useProjectId(), id));
  const name = stored.data?.name ?? `shared metric ${id}`;
  return (
    <Row>
      <FailedNotice query={stored} />
      <span>
        Shared: {name}
        {stored.data !== undefined && ` (${metricName({ ...stored.data.query, name: null })})`}
      </span>
      <IconButton
        icon="x"
        label={`Remove ${name}`}
        disabled={blockedBy !== null}
        onClick={onRemove}
      />
    </Row>
  );
}
