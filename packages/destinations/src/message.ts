import type { DeliveryGlobals } from './globals';
import type { InternalSource } from './internal-sources';
import { internalSources } from './internal-sources';
import { renderLiquid } from './rendering/liquid';

/** The message of an event of a visitor, in Liquid. */
const VISITOR_TEXT = "{{ person.name }} triggered event: '{{ event.event }}'";

/** The text that inserts the message of an event, whatever its kind. */
export const MESSAGE_TEXT = '{{ message }}';

/**
 * The variables of templates with `message`: a sentence about the event, in the words of its kind. A destination with
 * several kinds of events can use it instead of a text of its own. It is made when a template reads it.
 */
export function withMessage(globals: DeliveryGlobals): object {
  return {
    ...globals,
    get message() {
      const text = sourceOf(globals.event)?.text ?? VISITOR_TEXT;
      return renderLiquid(text, globals, (value) => value);
    },
  };
}

/** The first kind of internal event with this name and these properties; undefined for an event of a visitor. */
function sourceOf({ event, properties }: DeliveryGlobals['event']): InternalSource | undefined {
  return internalSources.find(
    (source) =>
      source.event === event &&
      Object.entries(source.properties).every(([key, value]) => properties[key] === value),
  );
}
