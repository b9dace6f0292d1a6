import type { ClientDraft, ClientProblems } from '../../queries/settings/sdk-settings';

/** What each part of the form gets. */
export interface SdkFieldProps {
  readonly draft: ClientDraft;
  readonly problems: ClientProblems;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<ClientDraft>) => void;
}
