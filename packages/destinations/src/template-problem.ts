/** Why the configuration of a destination cannot be used; shown to users. */
export class TemplateProblem extends Error {
  constructor(
    /** Of the input; null when it concerns none. */
    readonly input: string | null,
    message: string,
  ) {
    super(message);
    this.name = 'TemplateProblem';
  }
}
