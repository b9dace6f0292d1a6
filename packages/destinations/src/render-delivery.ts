import type { HogFunctionInputDeclaration } from '@tidemark/contracts';
import type { DeliveryGlobals } from './globals';
import { problemOfType } from './input-problems';
import { withMessage } from './message';
import type { Templating } from './rendering/render-value';
import { problemOfValue, renderValue } from './rendering/render-value';
import type { DeliveryRequest } from './requests';
import { TemplateProblem } from './template-problem';
import type { DestinationTemplate } from './templates/template';

/** The stored value of an input. */
export interface InputValue {
  readonly value: unknown;
  readonly templating?: Templating;
}

export type InputValues = Readonly<Record<string, InputValue>>;

/** Renders the request of one delivery. @throws TemplateProblem if an input cannot be rendered for this event */
export function renderDelivery(
  template: DestinationTemplate,
  inputs: InputValues,
  delivery: {
    readonly id: string;
    readonly timestamp: Date;
    readonly globals: DeliveryGlobals;
  },
): DeliveryRequest {
  const variables = withMessage(delivery.globals);
  const rendered = Object.fromEntries(
    template.inputs.map((declared): [string, unknown] => {
      const { key } = declared;
      const given = valueOf(declared, inputs);
      try {
        const value = renderValue(
          given.value,
          templatingOf(declared, given),
          variables,
          template.escape(key),
        );
        return [key, value];
      } catch (error) {
        throw new TemplateProblem(key, error instanceof Error ? error.message : String(error));
      }
    }),
  );
  for (const declared of template.inputs) {
    const value = rendered[declared.key];
    const problem =
      problemOfType(declared, value) ??
      (isMissing(value) ? null : template.problemOf?.(declared.key, value)) ??
      null;
    if (problem !== null) throw new TemplateProblem(declared.key, problem);
  }
  return template.request({ ...delivery, inputs: rendered });
}

/** The first problem of the inputs that does not depend on an event; null if there is none. */
export function problemOfInputs(
  template: DestinationTemplate,
  inputs: InputValues,
): { readonly input: string; readonly problem: string } | null {
  for (const key of Object.keys(inputs)) {
    if (!template.inputs.some((declared) => declared.key === key)) {
      const known = template.inputs.map((declared) => declared.key).join(', ');
      return { input: key, problem: `${template.id} has no such input. It has: ${known}.` };
    }
  }
  for (const declared of template.inputs) {
    const given = valueOf(declared, inputs);
    const { key } = declared;
    const problem =
      problemOfValue(given.value, templatingOf(declared, given), template.escape(key)) ??
      problemOfType(declared, given.value) ??
      (isMissing(given.value) ? null : template.problemOf?.(key, given.value)) ??
      null;
    if (problem !== null) return { input: key, problem };
  }
  return null;
}

function valueOf(declared: HogFunctionInputDeclaration, inputs: InputValues): InputValue {
  const given = Object.hasOwn(inputs, declared.key) ? inputs[declared.key] : undefined;
  if (given === undefined || given.value === null || given.value === undefined) {
    return { value: declared.default ?? null };
  }
  return given;
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** The template language of an input. Secrets are not templates, because they may contain braces. */
function templatingOf({ secret }: HogFunctionInputDeclaration, { templating }: InputValue) {
  return secret ? false : templating;
}
