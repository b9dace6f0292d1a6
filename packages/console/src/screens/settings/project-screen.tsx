import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import { zoneChoices } from '../../queries/settings/zones';
import type { Project } from '../../session/me';
import { projectQuery, useBlockedBy, useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { SelectField, TextField } from '../../ui/field/field';
import { Card, Page, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { toast } from '../../ui/toast/toasts';
import { ApprovalPolicyCard } from './approval-policy-card';
import { SdkSettingsCard } from './sdk-settings-card';

const LISTED_ZONES = Intl.supportedValuesOf('timeZone');
const WEEK_STARTS = [
  { value: '0', label: 'Sunday' },
  { value: '1', label: 'Monday' },
];

type Changes = Partial<
  Pick<Project, 'name' | 'timezone' | 'week_start_day' | 'event_retention_days'>
>;

/** The name and time zone of the project, its SDK settings, and its key. */
export default function ProjectScreen() {
  const project = useProject();
  return (
    <Page title="Project">
      {/* The key resets the form after the project is saved. */}
      <General key={JSON.stringify([project.name, project.timezone])} project={project} />
      <SdkSettingsCard key={project.id} project={project} />
      <ApprovalPolicyCard key={`approvals-${project.id}`} />
      <ProjectKey project={project} />
    </Page>
  );
}

function General({ project }: { readonly project: Project }) {
  const client = useQueryClient();
  const blockedBy = useBlockedBy('project:write');
  const [name, setName] = useState(project.name);
  const [timezone, setTimezone] = useState(project.timezone);
  const [weekStart, setWeekStart] = useState(String(project.week_start_day ?? 0));
  const [retention, setRetention] = useState(String(project.event_retention_days ?? ''));
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const body: Changes = {
        name,
        timezone,
        week_start_day: Number(weekStart),
        event_retention_days: retention === '' ? null : Number(retention),
      };
      return request<Project>('PATCH', `/api/projects/${project.id}/`, { body });
    },
    onSuccess: async (saved) => {
      client.setQueryData(projectQuery(project.id).queryKey, saved);
      await client.invalidateQueries({ queryKey: ['projects'] });
      toast('success', 'Saved the project.');
    },
  });
  return (
    <Card title="General">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            required
            maxLength={200}
            disabled={blockedBy !== null}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <SelectField
            label="Time zone"
            hint="Days, weeks and months of every chart begin at midnight of this zone."
            disabled={blockedBy !== null}
            value={timezone}
            options={zoneChoices(LISTED_ZONES, project.timezone).map((zone) => ({
              value: zone,
              label: zone,
            }))}
            onChange={setTimezone}
          />
          <SelectField
            label="First day of the week"
            disabled={blockedBy !== null}
            value={weekStart}
            options={WEEK_STARTS}
            onChange={setWeekStart}
          />
          <TextField
            label="Keep events for (days)"
            hint="Older events are deleted. Leave it empty to keep all events."
            type="number"
            min={1}
            disabled={blockedBy !== null}
            value={retention}
            onChange={(event) => setRetention(event.target.value)}
          />
          {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button kind="primary" type="submit" busy={save.isPending} blockedBy={blockedBy}>
              Save
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

function ProjectKey({ project }: { readonly project: Project }) {
  const client = useQueryClient();
  const host = useMe().public_url ?? window.location.origin;
  const blockedBy = useBlockedBy('project:write');
  const [isAsking, setAsking] = useState(false);
  const reset = useMutation({
    mutationFn: () => request<Project>('PATCH', `/api/projects/${project.id}/reset_token/`),
    onSuccess: (saved) => {
      client.setQueryData(projectQuery(project.id).queryKey, { ...project, ...saved });
      setAsking(false);
      toast('success', 'The project has a new key.');
    },
  });
  return (
    <Card title="Project key">
      <p>It is public: with it, clients can send events and read flags, but no other data.</p>
      <CodeBlock code={project.api_token} label="Project key" />
      <CodeBlock code={host} label="Address for clients" />
      <Row>
        <Button icon="refresh-cw" blockedBy={blockedBy} onClick={() => setAsking(true)}>
          Replace the key
        </Button>
      </Row>
      <Dialog
        title="Replace the project key?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button kind="danger" busy={reset.isPending} onClick={() => reset.mutate()}>
              Replace
            </Button>
          </>
        }
      >
        <p>
          Clients with the old key are accepted for a while longer, then rejected. Put the new key
          into every app before that.
        </p>
      </Dialog>
    </Card>
  );
}
