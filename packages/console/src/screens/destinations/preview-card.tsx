import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import type { Source } from '../../queries/destinations/destination';
import { requestText } from '../../queries/destinations/destination-words';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { Button } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card } from '../../ui/layout/page';
import { FailedNotice, Loading, Notice } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { AttemptView } from './attempt-view';
import { latestEventQuery, previewQuery, testDestination } from './destination-data';
import styles from './destinations.module.css';

interface PreviewCardProps {
  readonly projectId: number;
  readonly destinationId: string | null;
  /** The configuration in the form; null while it is incomplete. */
  readonly configuration: object | null;
  /** The first source of the destination; its latest event is used as the example. */
  readonly source: Source | null;
  /** Whether the destination receives internal events. They are not stored, so a sample is used as the example. */
  readonly isInternal: boolean;
  readonly blockedBy: string | null;
}

/**
 * A preview of the request that the form would send, updated while the user types, with a button that sends it. The URL
 * parameter `example` names the event.
 */
export function PreviewCard(props: PreviewCardProps) {
  const { projectId, destinationId, configuration, source, isInternal, blockedBy } = props;
  const isSample = useSearchParameter('example') === 'sample';
  const change = useChangeSearch();
  const name = source?.kind === 'events' && typeof source.id === 'string' ? source.id : null;
  const latest = useQuery(latestEventQuery(projectId, name, !isInternal));
  const globals = isSample || isInternal ? null : (latest.data ?? null);
  // A text, because equal texts are the same value for React, and equal objects are not.
  const settled = useDebounced(configuration === null ? '' : JSON.stringify(configuration));
  const preview = useQuery({
    ...previewQuery(
      projectId,
      destinationId,
      settled === '' ? {} : (JSON.parse(settled) as object),
      globals,
    ),
    enabled: settled !== '' && blockedBy === null && (isInternal || !latest.isPending),
  });
  const test = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (body: object) => testDestination(projectId, destinationId, body, globals),
  });
  const request = preview.data?.result.request ?? null;
  return (
    <Card title="Preview">
      <SelectField
        label="Event"
        value={globals === null ? 'sample' : 'latest'}
        options={[
          ...(isInternal || latest.data === null || latest.data === undefined
            ? []
            : [{ value: 'latest', label: `The latest event${name === null ? '' : `: ${name}`}` }]),
          { value: 'sample', label: 'A sample event' },
        ]}
        onChange={(value) => change({ example: value === 'sample' ? value : undefined })}
      />
      {blockedBy !== null && <p className={styles.note}>{blockedBy}</p>}
      {blockedBy === null && configuration === null && (
        <p className={styles.note}>The request appears when all required inputs are filled in.</p>
      )}
      {configuration !== null && preview.isFetching && request === null && (
        <Loading label="Creating the request" />
      )}
      <FailedNotice query={latest} />
      <FailedNotice query={preview} />
      {configuration !== null && preview.error === null && preview.data !== undefined && (
        <>
          {preview.data.errors.map((error) => (
            <Notice key={error} kind="danger">
              {error}
            </Notice>
          ))}
          {request !== null && <CodeBlock code={requestText(request)} label="Request" />}
        </>
      )}
      <div>
        <Button
          icon="send"
          busy={test.isPending}
          blockedBy={blockedBy}
          disabled={configuration === null}
          onClick={() => {
            if (configuration !== null) test.mutate(configuration);
          }}
        >
          Send this event as a test
        </Button>
      </div>
      {test.error !== null && <Notice kind="danger">{messageOf(test.error)}</Notice>}
      {test.data !== undefined && <AttemptView attempt={test.data.result} />}
    </Card>
  );
}
