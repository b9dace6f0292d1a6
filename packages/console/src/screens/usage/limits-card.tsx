import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { LimitTexts } from '../../queries/usage/usage';
import { limitProblem, limitsOf, RESOURCES } from '../../queries/usage/usage';
import { useBlockedBy } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { Card, Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import type { UsageLimits } from './usage-data';
import { limitsQuery, saveLimits } from './usage-data';
import styles from './usage.module.css';

/** The responses of the edge to a project above a limit (`docs/usage.md`, "When a limit is reached"). */
const OVER_LIMIT = [
  'Events: most SDKs get 200, as if the events were stored. The capture endpoint V1 names each dropped event, and responds with 429 if it drops all of a request. OpenTelemetry clients get the number of rejected records.',
  'Recordings: 200 with quota_limited, and the configuration of web pages turns recording off.',
  'Flag requests: SDKs get no flags, and quotaLimited says why, so code uses its defaults. OpenFeature clients get 429, servers that evaluate flags themselves get 402, and open streams of flags get an event.',
  'Exported rows: the export fails and names the limit.',
  'Deliveries: destinations do not receive further events, also not later. Reports about the project, such as alerts, are sent.',
] as const;

/** The monthly limits of the project. */
export function LimitsCard({ projectId }: { readonly projectId: number }) {
  const limits = useQuery(limitsQuery(projectId));
  return (
    <Card title="Monthly limits of this project">
      {limits.isPending && <Loading label="Loading the limits" />}
      {limits.isError && <ErrorState error={limits.error} onRetry={() => void limits.refetch()} />}
      {limits.isSuccess && (
        <LimitsForm key={JSON.stringify(limits.data)} projectId={projectId} limits={limits.data} />
      )}
    </Card>
  );
}

function LimitsForm(props: { readonly projectId: number; readonly limits: UsageLimits }) {
  const { projectId, limits } = props;
  const client = useQueryClient();
  const blockedBy = useBlockedBy('project:write');
  const [texts, setTexts] = useState<LimitTexts>(() =>
    Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, String(limit)])),
  );
  const problem = limitProblem(texts);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveLimits(projectId, limitsOf(texts)),
    onSuccess: async () => {
      toast('success', 'Saved the limits.');
      await client.invalidateQueries({ queryKey: ['usage-limits', projectId] });
      await client.invalidateQueries({ queryKey: ['usage', projectId] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) save.mutate();
      }}
    >
      <Stack>
        <p className={styles.note}>
          When a limit is reached, further data is dropped until the month ends (UTC) or the limit
          is raised. Leave a field empty for no limit.
        </p>
        <details className={styles.note}>
          <summary>Responses above the limit</summary>
          <ul>
            {OVER_LIMIT.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
        <div className={styles.fields}>
          {RESOURCES.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              inputMode="numeric"
              placeholder="No limit"
              disabled={blockedBy !== null}
              value={texts[name] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
          ))}
        </div>
        {problem !== null && <Notice kind="warning">{problem}</Notice>}
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <div>
          <Button
            type="submit"
            icon="save"
            busy={save.isPending}
            disabled={problem !== null}
            blockedBy={blockedBy}
          >
            Save the limits
          </Button>
        </div>
      </Stack>
    </form>
  );
}
