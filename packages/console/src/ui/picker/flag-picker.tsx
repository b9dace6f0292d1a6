import { request } from '../../api/client';
import type { Found } from './search-picker';
import { SearchPicker } from './search-picker';

const SHOWN = 50;

/** A flag of a list, with its variants. */
export interface ListedFlag {
  readonly id: number;
  readonly key: string;
  readonly filters: {
    readonly multivariate?: {
      readonly variants: readonly { readonly key: string; readonly rollout_percentage: number }[];
    } | null;
  };
}

interface FlagPickerProps {
  readonly projectId: number;
  readonly label: string;
  /** The text of the button: the key of the chosen flag. */
  readonly text: string;
  /** The text of the entry that chooses no flag. */
  readonly emptyText: string;
  readonly hint?: string;
  readonly error?: string;
  readonly disabled?: boolean;
  /** Whether only flags with variants are listed. */
  readonly onlyVariants?: boolean;
  /** Why a flag cannot be chosen; undefined if it can. */
  readonly problemOf?: (flag: ListedFlag) => string | undefined;
  /** Called with null for the entry that chooses no flag. */
  readonly onPick: (flag: ListedFlag | null) => void;
}

/** A picker for a flag of the project, which the server searches by key and name. */
export function FlagPicker(props: FlagPickerProps) {
  const { projectId, onlyVariants = false, problemOf, onPick, ...picker } = props;
  return (
    <SearchPicker
      {...picker}
      things="flags"
      queryKey={['flag-choices', projectId, onlyVariants]}
      load={async (search, signal): Promise<Found<ListedFlag>> => {
        const parameters = new URLSearchParams({
          limit: String(SHOWN),
          search,
          ...(onlyVariants && { type: 'multivariant' }),
        });
        const list = `/api/projects/${projectId}/feature_flags/?${parameters.toString()}`;
        const { results, count } = await request<{
          readonly results: readonly ListedFlag[];
          readonly count: number;
        }>('GET', list, { signal });
        const choices = results.map((flag) => {
          const problem = problemOf?.(flag);
          return {
            key: flag.id,
            label: flag.key,
            value: flag,
            ...(problem !== undefined && { problem }),
          };
        });
        return { choices, count };
      }}
      onPick={(choice) => onPick(choice?.value ?? null)}
    />
  );
}
