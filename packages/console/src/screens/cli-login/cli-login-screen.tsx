import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { call, api } from '../../api/client';
import { projectListQuery, useMe } from '../../session/me';
import { scopesOfUseCases } from '../../queries/settings/cli-scopes';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { EntryPage } from '../../ui/layout/entry-page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';

/** `cli/authorize?code=…`: gives the command-line client that opened this page a personal API key for one project. */
export default function CliLoginScreen() {
  const { code: shownCode = '', use_cases: useCases } = useRouter().state.location.search;
  const me = useMe();
  const projects = useQuery(projectListQuery);
  const [code, setCode] = useState(shownCode);
  const [chosen, setChosen] = useState<string | null>(null);
  const projectId = Number(chosen ?? me.team?.id ?? projects.data?.[0]?.id);
  const scopes = scopesOfUseCases(useCases);
  const authorize = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      call(
        api.POST('/api/cli-auth/authorize/', {
          body: { user_code: code.trim(), project_id: projectId, scopes: [...scopes] },
        }),
      ),
  });
  if (authorize.data !== undefined && 'label' in authorize.data) {
    return (
      <EntryPage title="The program is signed in">
        <Notice kind="success">
          It receives the personal API key “{authorize.data.label}” within a few seconds. You can
          close this page.
        </Notice>
        <a href={`/project/${projectId}/settings/keys`}>Show your keys</a>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Sign in a program">
      <p>
        A command-line client asks for a personal API key of {me.email}. Continue only if you have
        just started it, and if it shows the same code.
      </p>
      {projects.isPending && <Loading label="Loading your projects" />}
      {projects.isError && (
        <ErrorState error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.data?.length === 0 && (
        <Notice kind="warning">Your account does not belong to a project yet.</Notice>
      )}
      {projects.data !== undefined && projects.data.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            authorize.mutate();
          }}
        >
          <TextField
            label="Code"
            name="code"
            autoComplete="off"
            required
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <SelectField
            label="Project"
            value={String(projectId)}
            options={projects.data.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={setChosen}
          />
          <p>The key has access to this project only. Its scopes: {scopes.join(', ')}.</p>
          {authorize.isError && <Notice kind="danger">{messageOf(authorize.error)}</Notice>}
          <Button kind="primary" type="submit" busy={authorize.isPending}>
            Authorize
          </Button>
          <a href="/">Do not authorize</a>
        </form>
      )}
    </EntryPage>
  );
}
