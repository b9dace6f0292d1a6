import type { ClientDraft, ClientProblems } from '../../queries/settings/sdk-settings';

/** The props of each part of the form. */
export interface SdkFieldProps {
  readonly draft: ClientDraft;
  readonly problems: ClientProblems;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<ClientDraft>) => void;
}
