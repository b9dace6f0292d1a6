import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { autocompletion } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { CompletionEntry } from '../../queries/sql/completion';
import { mergeCompletions } from '../../queries/sql/completion';

export interface LocalCompletions {
  /** The offset at which the completed word begins. */
  readonly from: number;
  readonly entries: readonly CompletionEntry[];
  /** Whether the list opens automatically: after a letter, a point or FROM. Ctrl Space opens it anywhere. */
  readonly opensItself: boolean;
}

/** The functions that find completions. Both get the whole text and the offset of the cursor. */
export interface CompletionSources {
  /** Completions without a request; null in a comment or string. */
  readonly local: (text: string, offset: number) => LocalCompletions | null;
  /** Completions from the server. */
  readonly remote: (
    text: string,
    offset: number,
    signal: AbortSignal,
  ) => Promise<readonly CompletionEntry[]>;
}

/** While the word matches this expression, typing only filters the list. */
const WORD = /^[\p{L}\p{N}_$]*$/u;
/** The server is requested if no key is pressed for this time. */
const REMOTE_DELAY_MS = 120;

/** Completion in two steps: local completions appear immediately, and the server's are added later. */
export function twoStepCompletion(sources: () => CompletionSources): Extension {
  const localOf = (context: CompletionContext): LocalCompletions | null => {
    const found = sources().local(context.state.doc.toString(), context.pos);
    return found === null || (!found.opensItself && !context.explicit) ? null : found;
  };
  const local = (context: CompletionContext): CompletionResult | null => {
    const found = localOf(context);
    if (found === null) return null;
    return { from: found.from, options: found.entries.map(option), validFor: WORD };
  };
  const remote = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const found = localOf(context);
    if (found === null) return null;
    const control = new AbortController();
    context.addEventListener('abort', () => control.abort(), { onDocChange: true });
    if (!context.explicit) await new Promise((done) => setTimeout(done, REMOTE_DELAY_MS));
    if (context.aborted) return null;
    try {
      const text = context.state.doc.toString();
      const suggestions = await sources().remote(text, context.pos, control.signal);
      const added = mergeCompletions(found.entries, suggestions).slice(found.entries.length);
      return { from: found.from, options: added.map(option), validFor: WORD };
    } catch {
      // The local completions stay in the list; the next key sends another request.
      return null;
    }
  };
  return autocompletion({
    override: [local, remote],
    activateOnTypingDelay: 0,
    updateSyncTime: 0,
    icons: false,
    maxRenderedOptions: 80,
  });
}

function option({ label, insert, type, detail, rank }: CompletionEntry): Completion {
  const shown = detail === '' ? type : detail;
  return { label, apply: insert, type, detail: shown, boost: rank * 10 };
}
