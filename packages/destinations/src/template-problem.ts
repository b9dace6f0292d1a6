/** Why the configuration of a destination cannot be used; shown to users. */
export class TemplateProblem extends Error {
  constructor(
    /** The key of the input; null if the problem does not belong to one. */
    readonly input: string | null,
    message: string,
  ) {
    super(message);
    this.name = 'TemplateProblem';
  }
}
