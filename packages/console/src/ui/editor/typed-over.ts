import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Text typed over a selection. Left to the browser, it keeps the colours of what it replaces in a `style` attribute,
 * which the content security policy rejects; so the editor replaces the text itself.
 */
export function typedOver(): Extension {
  return EditorView.domEventHandlers({
    beforeinput(event, view) {
      const { data, inputType, isComposing } = event;
      const { from, to, empty } = view.state.selection.main;
      if (inputType !== 'insertText' || data === null || isComposing || empty) return false;
      event.preventDefault();
      const insertion = () =>
        view.state.update({
          ...view.state.replaceSelection(data),
          userEvent: 'input.type',
          scrollIntoView: true,
        });
      // Brackets and quotes are put around the selection by one of them.
      const handlers = view.state.facet(EditorView.inputHandler);
      if (!handlers.some((handle) => handle(view, from, to, data, insertion))) {
        view.dispatch(insertion());
      }
      return true;
    },
  });
}
