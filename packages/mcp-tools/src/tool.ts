import type { TidemarkClient } from '@tidemark/client';
import type { z } from 'zod';
import { z as zod } from 'zod';
import type { Confirmations } from './confirmation';
import type { Answer } from './respond/answer';
import { bounded } from './respond/bounded';
import { checkedInput } from './respond/failures';

/** What a tool may use. */
export interface ToolContext {
  readonly client: TidemarkClient;
  readonly confirmations: Confirmations;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Asks the user, where the client of the session can; null where it cannot. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
}

/** Whether a call changes anything: clients show it, and ask before what deletes. */
type Effect = 'read' | 'change' | 'delete';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The scopes that the key needs, all of them; a session without them does not have the tool. */
  readonly scopes: readonly string[];
  readonly effect: Effect;
  run(input: unknown, context: ToolContext): Promise<Answer>;
}

interface Described<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  readonly scopes: readonly string[];
}

type Input<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

const QUESTION_BOUNDS = { items: 20, text: 300, total: 4_000 };

/** What a user decides about: the sentence, and all that would be stored. */
function questionOf({ summary, data }: Answer): string {
  return data === undefined ? summary : `${summary}\n${bounded(data, QUESTION_BOUNDS).json}`;
}

/** A tool that only reads. */
export function readTool<Shape extends z.ZodRawShape>(
  tool: Described<Shape> & {
    readonly run: (input: Input<Shape>, context: ToolContext) => Promise<Answer>;
  },
): Tool {
  const input = zod.strictObject(tool.input);
  return {
    ...tool,
    input,
    effect: 'read',
    run: async (given, context) => tool.run(checkedInput(input, given), context),
  };
}

/** A change that was looked at, but not made. */
export interface Change {
  /** What is confirmed: the request, and the version of what it changes. */
  readonly plan: unknown;
  /** What would happen. */
  readonly preview: Answer;
  apply(): Promise<Answer>;
}

const confirm = zod
  .string()
  .max(100)
  .optional()
  .describe('The code of the dry run. Leave it out to make one: nothing is changed then.');

/**
 * A tool that changes something: the first call is a dry run, which returns a code; the same call with the code makes
 * the change. Where the client can ask its user, the user decides instead.
 */
export function changeTool<Shape extends z.ZodRawShape>(
  tool: Described<Shape> & {
    readonly effect?: 'change' | 'delete';
    readonly prepare: (input: Input<Shape>, context: ToolContext) => Promise<Change>;
  },
): Tool {
  const { effect = 'change', prepare, ...described } = tool;
  const input = zod.strictObject({ ...tool.input, confirm });
  return {
    ...described,
    effect,
    input,
    description: `${tool.description} The first call is a dry run; repeat it with the code that it returns.`,
    async run(given, context) {
      const { confirm: code, ...request } = checkedInput(input, given) as Input<Shape> & {
        confirm?: string;
      };
      const change = await prepare(request as Input<Shape>, context);
      const expected = context.confirmations.codeOf(tool.name, change.plan);
      if (code === expected) return change.apply();
      if (code === undefined && context.ask !== null) {
        const isWanted = await context.ask(questionOf(change.preview));
        context.signal.throwIfAborted();
        return isWanted ? change.apply() : { summary: 'The user declined. Nothing was changed.' };
      }
      const dryRun = `Dry run, nothing was changed: ${change.preview.summary} To make the change, repeat the call with confirm: "${expected}".`;
      if (code === undefined) return { ...change.preview, summary: dryRun };
      const stale = 'The code does not fit: the arguments or the present state are different.';
      return { ...change.preview, summary: `${stale} ${dryRun}`, isError: true };
    },
  };
}
