import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useRef } from 'react';
import type { Mark } from '../../queries/sql/diagnostics';
import type { CompletionSources } from './editor-completion';
import { twoStepCompletion } from './editor-completion';
import type { Check } from './editor-diagnostics';
import { checkedText, showMarks } from './editor-diagnostics';
import { editorTheme } from './editor-theme';
import { sqlLanguage } from './sql-language';
import { typedOver } from './typed-over';
import styles from './sql-editor.module.css';

/** The methods of the editor, other than changes of its text by the user. */
export interface SqlEditorHandle {
  /** Replaces the whole text. Undo restores the previous text. */
  replace: (text: string) => void;
  /** Inserts text at the cursor and replaces the selection. */
  insert: (text: string) => void;
  /** Scrolls to an offset and moves the cursor there. */
  reveal: (offset: number) => void;
  /** Shows marks, for example the error of a run. */
  mark: (marks: readonly Mark[]) => void;
  /** Returns the current text and the offsets of the selection. */
  read: () => { readonly text: string; readonly from: number; readonly to: number };
}

export interface SqlEditorProps extends CompletionSources {
  readonly ref?: Ref<SqlEditorHandle>;
  /** The accessible name. */
  readonly label: string;
  /** The initial text. Another document needs another `key`. */
  readonly initialText: string;
  readonly onChange: (text: string) => void;
  /** Called on Ctrl or ⌘ with Enter. */
  readonly onRun: () => void;
  /** Called on Ctrl or ⌘ with S. */
  readonly onSave: () => void;
  readonly check: Check;
}

/**
 * An editor for HogQL. CodeMirror is in a shadow root, where its styles are adopted style sheets; in the page they
 * would be `<style>` elements, which the content security policy rejects. The Tab key leaves the editor unless a list
 * is open.
 */
export default function SqlEditor({ ref, ...props }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const place = host.current;
    if (place === null) return undefined;
    const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
    const { initialText } = latest.current;
    const state = EditorState.create({ doc: initialText, extensions: extensionsOf(latest) });
    const made = new EditorView({ state, parent: root, root });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useImperativeHandle(ref, () => handleOf(view));
  return <div ref={host} className={styles.editor} data-editor="" />;
}

function extensionsOf(latest: {
  readonly current: Omit<SqlEditorProps, 'ref'>;
}): readonly Extension[] {
  // A command closes the list of completions, which belongs to the word being typed.
  const command = (run: () => void) => (view: EditorView) => {
    closeCompletion(view);
    run();
    return true;
  };
  const own = keymap.of([
    { key: 'Mod-Enter', run: command(() => latest.current.onRun()) },
    { key: 'Mod-s', run: command(() => latest.current.onSave()), preventDefault: true },
    { key: 'Tab', run: acceptCompletion },
  ]);
  return [
    Prec.highest(own),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    history(),
    bracketMatching(),
    closeBrackets(),
    typedOver(),
    indentUnit.of('  '),
    EditorView.lineWrapping,
    sqlLanguage(),
    twoStepCompletion(() => latest.current),
    checkedText(() => latest.current.check),
    placeholder('select event, count() from events group by event'),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    EditorView.contentAttributes.of({ 'aria-label': latest.current.label }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) latest.current.onChange(state.doc.toString());
    }),
    editorTheme,
  ];
}

function handleOf(view: { readonly current: EditorView | null }): SqlEditorHandle {
  return {
    replace(text) {
      const { current } = view;
      if (current === null) return;
      const changes = { from: 0, to: current.state.doc.length, insert: text };
      current.dispatch({ changes, selection: { anchor: text.length }, scrollIntoView: true });
      current.focus();
    },
    insert(text) {
      const { current } = view;
      if (current === null) return;
      current.dispatch(current.state.replaceSelection(text), { scrollIntoView: true });
      current.focus();
    },
    reveal(offset) {
      const { current } = view;
      if (current === null) return;
      const anchor = Math.max(0, Math.min(offset, current.state.doc.length));
      current.dispatch({ selection: { anchor }, scrollIntoView: true });
      current.focus();
    },
    mark(marks) {
      if (view.current !== null) showMarks(view.current, marks);
    },
    read() {
      const state = view.current?.state;
      if (state === undefined) return { text: '', from: 0, to: 0 };
      const { from, to } = state.selection.main;
      return { text: state.doc.toString(), from, to };
    },
  };
}
