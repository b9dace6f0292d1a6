import { setDiagnostics } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView, PluginValue, ViewUpdate } from '@codemirror/view';
import { ViewPlugin } from '@codemirror/view';
import type { Mark } from '../../queries/sql/diagnostics';

/** Checks a text with the cursor at an offset. Rejects if the signal is aborted. */
export type Check = (text: string, offset: number, signal: AbortSignal) => Promise<readonly Mark[]>;

/** The time without a key press after which the text is checked. */
const CHECK_DELAY_MS = 250;

/** Checks the text and shows the marks if no key is pressed for a while. The next key aborts the check. */
export function checkedText(check: () => Check): Extension {
  return ViewPlugin.fromClass(
    class implements PluginValue {
      private control = new AbortController();
      private timer = 0;

      constructor(private readonly view: EditorView) {
        this.plan();
      }

      update({ docChanged }: ViewUpdate): void {
        if (docChanged) this.plan();
      }

      destroy(): void {
        this.control.abort();
        clearTimeout(this.timer);
      }

      private plan(): void {
        this.destroy();
        this.control = new AbortController();
        const { signal } = this.control;
        this.timer = window.setTimeout(() => void this.look(signal), CHECK_DELAY_MS);
      }

      private async look(signal: AbortSignal): Promise<void> {
        const { state } = this.view;
        try {
          const text = state.doc.toString();
          const marks = await check()(text, state.selection.main.head, signal);
          if (!signal.aborted) showMarks(this.view, marks);
        } catch {
          // The check was aborted or the server cannot be reached: the marks stay until the next key.
        }
      }
    },
  );
}

/** Replaces the marks in the text. */
export function showMarks(view: EditorView, marks: readonly Mark[]): void {
  const { length } = view.state.doc;
  const diagnostics = marks.map(({ severity, message, from, to, fix }) => ({
    severity,
    message,
    from: Math.min(from, length),
    to: Math.min(to, length),
    actions: fix === null ? [] : [replaceWith(fix)],
  }));
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function replaceWith(fix: string) {
  return {
    name: `Replace with ${fix}`,
    apply: (view: EditorView, from: number, to: number): void => {
      view.dispatch({ changes: { from, to, insert: fix } });
    },
  };
}
