import { EditorView } from '@codemirror/view';

/**
 * The theme of the editor. The console's tokens also apply in its shadow root. Errors have wavy underlines as text
 * decoration, because CodeMirror's own are `data:` images, which the content security policy rejects.
 */
export const editorTheme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--size)',
  },
  // The surrounding element draws the focus ring, so that it includes the line numbers.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-2)',
    border: '0',
    paddingRight: '4px',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--surface-2) 60%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-selectionBackground': { backgroundColor: 'var(--surface-hover)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--surface-hover)',
    outline: '1px solid var(--border-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-placeholder': { color: 'var(--text-2)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    zIndex: '60',
    overflow: 'hidden',
    maxWidth: 'min(560px, 92vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--size-small)',
    maxHeight: '16em',
    minWidth: '240px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '24px',
    padding: '2px 8px',
    lineHeight: '20px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    fontWeight: '700',
    color: 'var(--accent)',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '16px',
    color: 'var(--text-2)',
    fontStyle: 'normal',
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--danger-soft)' },
  '.cm-tooltip-lint': { padding: '4px 0' },
  '.cm-diagnostic': {
    borderLeftWidth: '3px',
    padding: '4px 10px',
    fontFamily: 'var(--font)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnosticAction': {
    minHeight: '24px',
    marginLeft: '8px',
    padding: '0 8px',
    borderRadius: '4px',
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    font: 'inherit',
    cursor: 'pointer',
  },
});
