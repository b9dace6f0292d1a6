import type { ExportDraft } from '../../../queries/data/export-draft';

/** The properties of each group of fields in the form of an export. */
export interface ExportFieldsProps {
  readonly draft: ExportDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: ExportDraft) => void;
}
