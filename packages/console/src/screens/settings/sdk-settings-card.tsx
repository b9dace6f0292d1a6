import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import type { ClientProblems } from '../../queries/settings/sdk-settings';
import { changesOf, draftOf, fieldOfError, problemsOf } from '../../queries/settings/sdk-settings';
import type { Project } from '../../session/me';
import { projectQuery, useBlockedBy } from '../../session/me';
import { useKeptDraft } from '../../session/use-kept-draft';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { Card, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { CaptureFields } from './sdk-capture-fields';
import { RecordingFields } from './sdk-recording-fields';
import { SurveyFields } from './sdk-survey-fields';

/** The settings that SDKs read at start-up. Unsaved changes are kept when the page is reloaded. */
export function SdkSettingsCard({ project }: { readonly project: Project }) {
  const client = useQueryClient();
  const blockedBy = useBlockedBy('project:write');
  const kept = useKeptDraft(`sdk-settings/${project.id}`, draftOf(project));
  const { draft, setDraft, isChanged, forget } = kept;
  const [isTried, setTried] = useState(false);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const body = changesOf(draft, project);
      return request<Project>('PATCH', `/api/projects/${project.id}/`, { body });
    },
    onSuccess: (saved) => {
      client.setQueryData(projectQuery(project.id).queryKey, saved);
      setDraft(draftOf(saved));
      setTried(false);
      toast('success', 'Saved. Clients read the settings when they start next.');
    },
  });
  const own = problemsOf(draft, isSelector);
  const problems = { ...(isTried ? own : {}), ...problemOfServer(save.error) };
  const submit = (): void => {
    setTried(true);
    save.reset();
    if (Object.keys(own).length === 0) save.mutate();
  };
  const canSave = blockedBy === null && isChanged && !save.isPending;
  useSaveKey(canSave, submit);
  const fields = {
    draft,
    problems,
    disabled: blockedBy !== null,
    onChange: (changes: Partial<typeof draft>) => {
      if (save.isError) save.reset();
      setDraft({ ...draft, ...changes });
    },
  };
  const isAtNoField = save.isError && Object.keys(problemOfServer(save.error)).length === 0;
  return (
    <Card title="SDKs at start-up" actions={isChanged && <Badge>not saved</Badge>}>
      <p>
        Web and mobile clients read these settings when they start, so a change takes effect with
        the next page load or start of an app. The configuration in <code>posthog.init</code> takes
        precedence.
      </p>
      {blockedBy !== null && <Notice kind="info">{blockedBy}</Notice>}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <CaptureFields {...fields} />
          <SurveyFields {...fields} />
          <RecordingFields {...fields} />
          {isTried && Object.keys(problems).length > 0 && (
            <Notice kind="danger">Not saved: correct the fields with errors.</Notice>
          )}
          {isAtNoField && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button
              kind="primary"
              type="submit"
              busy={save.isPending}
              disabled={!isChanged}
              blockedBy={blockedBy}
            >
              Save the settings
            </Button>
            {isChanged && (
              <Button
                kind="quiet"
                onClick={() => {
                  save.reset();
                  setTried(false);
                  forget();
                  setDraft(draftOf(project));
                }}
              >
                Discard
              </Button>
            )}
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

/** The error message of a response, by the form field that caused it; empty if the form does not have that field. */
function problemOfServer(error: unknown): ClientProblems {
  if (!(error instanceof ApiError)) return {};
  const field = fieldOfError(error.attr);
  return field === null ? {} : { [field]: error.detail };
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text);
    return true;
  } catch {
    // The browser threw an error because the selector is invalid.
    return false;
  }
}
