import { isObject } from '../json/json-object';

type Bag = Record<string, unknown>;

/** A longer JSON text is not parsed. */
const MAX_TEXT = 500_000;
const MAX_MESSAGES = 1_000;

/** The value of a JSON text; the text itself if it is not JSON. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_TEXT || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // A prompt may start with a bracket without being JSON.
    return value;
  }
}

/** Removes a property from a bag and returns its value. */
export function takeOut(bag: Bag, name: string): unknown {
  const value = Object.hasOwn(bag, name) ? bag[name] : undefined;
  Reflect.deleteProperty(bag, name);
  return value;
}

/**
 * Collects messages that are spread over attributes (`gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`) into a list
 * and removes the attributes. Undefined if there are none.
 */
export function takeSpreadMessages(bag: Bag, prefix: string): unknown[] | undefined {
  const messages = new Map<number, Bag>();
  for (const name of Object.keys(bag)) {
    if (!name.startsWith(prefix)) continue;
    const [index = '', ...field] = name.slice(prefix.length).split('.');
    if (!/^\d{1,3}$/.test(index) || field.length === 0 || messages.size > MAX_MESSAGES) continue;
    const message = messages.get(Number(index)) ?? {};
    message[field.join('.')] = takeOut(bag, name);
    messages.set(Number(index), message);
  }
  if (messages.size === 0) return undefined;
  return [...messages].sort(([one], [other]) => one - other).map(([, message]) => message);
}

const ROLES: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};
const MESSAGE_FIELDS = ['role', 'content', 'tool_calls', 'tool_call_id'];

/** The messages of an older convention, which has them as a list of events in one attribute. */
export function takeListedMessages(bag: Bag): {
  readonly input: readonly unknown[];
  readonly output: readonly unknown[];
} {
  const listed = parsedText(takeOut(bag, 'events'));
  const input: unknown[] = [];
  const output: unknown[] = [];
  for (const entry of Array.isArray(listed) ? listed : []) {
    if (!isObject(entry)) continue;
    const name = String(entry['event.name']);
    if (name === 'gen_ai.choice') {
      output.push(isObject(entry['message']) ? entry['message'] : messageOf(entry));
    } else if (Object.hasOwn(ROLES, name)) {
      input.push({ role: ROLES[name], ...messageOf(entry) });
    }
  }
  return { input, output };
}

function messageOf(entry: Readonly<Bag>): Bag {
  return Object.fromEntries(
    MESSAGE_FIELDS.filter((name) => entry[name] !== undefined).map((name) => [name, entry[name]]),
  );
}

/** Adds the system instructions as the first message, unless the messages already begin with instructions. */
export function withInstructions(messages: unknown, instructions: unknown): unknown {
  const content = instructionText(parsedText(instructions));
  if (content === '') return messages;
  const message = { role: 'system', content };
  if (messages === undefined) return [message];
  if (!Array.isArray(messages)) return messages;
  const [first] = messages as readonly unknown[];
  return isObject(first) && first['role'] === 'system'
    ? messages
    : [message, ...(messages as readonly unknown[])];
}

function instructionText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value))
    return value === undefined || value === null ? '' : JSON.stringify(value);
  return value
    .map((part: unknown) => (isObject(part) && part['type'] === 'text' ? part['content'] : ''))
    .filter((text) => typeof text === 'string' && text !== '')
    .join('\n\n');
}
