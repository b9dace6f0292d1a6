import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces the selection when the user types over it. If the browser did it, it would keep the colours of the replaced
 * text in a `style` attribute, which the content security policy rejects.
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
      // If a bracket or quote was typed, one of these handlers puts it around the selection.
      const handlers = view.state.facet(EditorView.inputHandler);
      if (!handlers.some((handle) => handle(view, from, to, data, insertion))) {
        view.dispatch(insertion());
      }
      return true;
    },
  });
}
